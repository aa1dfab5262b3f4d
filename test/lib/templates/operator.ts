/**
 * Tests that the role of the people on call has the permissions for the commands in the runbook, except the commands for
 * administrators.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import { root } from '../../../client/esbuild.ts';
import { bothStages, resourcesOf } from '../templates.ts';

const stacks = 'cloudformation:DescribeStacks';
const read = `${stacks} lambda:InvokeFunction`;
const published = `${read} cloudfront:CreateInvalidation cloudfront:GetInvalidation`;
const sql = 'rds-data:ExecuteStatement secretsmanager:GetSecretValue';
const database = `${sql} rds-data:BeginTransaction rds-data:CommitTransaction rds-data:RollbackTransaction`;

/**
 * Actions that are needed for each command of the people on call. The Data API reads the database secret with the permissions
 * of the caller, so commands that use the Data API also need access to the secret.
 */
const calls: Readonly<Record<string, string>> = {
  'aws cloudformation describe-stacks': stacks,
  'aws cloudformation list-stack-resources': 'cloudformation:ListStackResources',
  'aws configure set': '',
  'aws lambda get-account-settings': 'lambda:GetAccountSettings',
  'aws lambda get-function-configuration': 'lambda:GetFunctionConfiguration',
  'aws lambda invoke': 'lambda:InvokeFunction',
  'aws logs filter-log-events': 'logs:FilterLogEvents',
  'aws rds-data execute-statement': sql,
  'aws s3 ls': 's3:ListBucket',
  'npm run operate -- accept': read,
  'npm run operate -- check': `${stacks} ${database}`,
  'npm run operate -- refresh': published,
  'npm run operate -- takedown': `${published} ${database} s3:GetObject s3:PutObject s3:ListBucket`,
  'npm run test:account': `${stacks} cloudfront:DescribeFunction cloudfront:TestFunction`,
  'npm run verify': '',
};

/** Commands that the runbook reserves for administrators. */
const administrators =
  /^(?:npx cdk|npm run operate -- apply|aws (?:ce |events |rds |s3 rm|cloudformation (?:describe-stack-events|update-)))/u;

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
}

describe.each(bothStages)('the role of the people on call in %s', (_, { service }) => {
  const statements = resourcesOf(service, 'AWS::IAM::Policy')
    .filter(([id]) => id.startsWith('Operator'))
    .flatMap(
      ([, { Properties }]) =>
        (Properties['PolicyDocument'] as { Statement: Statement[] }).Statement,
    );

  it('allows exactly the actions that are needed for the commands in the runbook, except those for administrators', () => {
    const runbook = readFileSync(path.join(root, 'docs/runbook.md'), 'utf8');
    const [, administratorsPart = ''] = runbook.split(/^\*\*Administrators only\.\*\*/mu);
    const [listed = ''] = administratorsPart.split('\n\n', 1);
    const command =
      /\b(?:aws [\w-]+ [\w-]+|npm run operate -- \w+|npm run (?:verify|test:account)|npx cdk)/gu;
    const used = new Set(runbook.match(command));
    const forbidden = [...used].filter((each) => administrators.test(each));

    expect([...used].filter((each) => calls[each] === undefined).toSorted()).toEqual(
      forbidden.toSorted(),
    );
    for (const each of forbidden) {
      expect(listed).toContain(each.replace(/^aws (ce|events|rds) .*/u, 'aws $1'));
    }
    expect(statements.flatMap(({ Action }) => Action).toSorted()).toEqual(
      [...new Set([...used].flatMap((each) => calls[each]?.match(/\S+/gu) ?? []))].toSorted(),
    );
  });

  it("has no access to the database owner's secret, and has a wildcard resource only to read the account settings", () => {
    expect(JSON.stringify(statements)).not.toContain('OwnerSecret');
    const ofAnything = statements.filter(({ Resource }) => [Resource].flat().includes('*'));

    expect(ofAnything.flatMap(({ Action }) => Action)).toEqual(['lambda:GetAccountSettings']);
  });
});
