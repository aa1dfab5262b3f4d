/** What the role of the people on call may do: what `operate` and the commands of the runbook call, and nothing else. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import { root } from '../../../client/esbuild.ts';
import { bothStages, resourcesOf } from '../templates.ts';

const lists = ['startups', 'founders', 'jobs'];
const database = [
  'rds-data:BeginTransaction',
  'rds-data:CommitTransaction',
  'rds-data:ExecuteStatement',
  'rds-data:RollbackTransaction',
  'secretsmanager:GetSecretValue',
];
const read = ['cloudformation:DescribeStacks', 'lambda:InvokeFunction'];
const visible = ['cloudfront:CreateInvalidation', 'cloudfront:GetInvalidation'];

/** Actions of each command; absent if it is the administrators'. The Data API is given secrets, and reads them as the caller. */
const calls: Readonly<Record<string, readonly string[]>> = {
  'aws cloudformation describe-stacks': ['cloudformation:DescribeStacks'],
  'aws cloudformation list-stack-resources': ['cloudformation:ListStackResources'],
  'aws configure set': [],
  'aws lambda get-account-settings': ['lambda:GetAccountSettings'],
  'aws lambda get-function-configuration': ['lambda:GetFunctionConfiguration'],
  'aws lambda invoke': ['lambda:InvokeFunction'],
  'aws logs filter-log-events': ['logs:FilterLogEvents'],
  'aws rds-data execute-statement': ['rds-data:ExecuteStatement', 'secretsmanager:GetSecretValue'],
  'aws s3 ls': ['s3:ListBucket'],
  'npm run operate -- accept': read,
  'npm run operate -- check': ['cloudformation:DescribeStacks', ...database],
  'npm run operate -- refresh': [...read, ...visible],
  'npm run operate -- takedown': [
    ...read,
    ...visible,
    ...database,
    's3:GetObject',
    's3:PutObject',
    's3:ListBucket',
  ],
  'npm run test:account': [
    'cloudformation:DescribeStacks',
    'cloudfront:DescribeFunction',
    'cloudfront:TestFunction',
  ],
  'npm run verify': [],
};

/** Commands that the runbook names as the administrators', and their services. */
const administrators =
  /^(?:npx cdk|npm run operate -- apply|aws (?:ce |events |rds |s3 rm|cloudformation (?:describe-stack-events|update-)))/u;

const resources: Readonly<Record<string, readonly string[]>> = {
  'cloudformation:DescribeStacks': [':stack/<Stage>-Service/*'],
  'lambda:InvokeFunction': lists.map((list) => `${list}Function`),
  'lambda:GetFunctionConfiguration': [...lists, 'status', 'feed'].map((name) => `${name}Function`),
  'lambda:GetAccountSettings': ['*'],
  'logs:FilterLogEvents': [...lists, 'status', 'feed', 'ApiAccess'].map((name) => `${name}Log`),
  's3:PutObject': lists.map((list) => `LastGoodBucket/v1/${list}`),
  's3:ListBucket': ['LastGoodBucket'],
  'cloudfront:TestFunction': ['EdgeViewerRequest', 'EdgeViewerResponse'],
  'cloudfront:CreateInvalidation': [':distribution/EdgeDistribution'],
  'rds-data:ExecuteStatement': [':cluster:ClusterIdentifier'],
  'secretsmanager:GetSecretValue': ['ReaderSecretArn'],
};

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
}

/** The end of an ARN by the names of what it refers to, without hashes. */
function shortName(resource: unknown, stage: string): string {
  return JSON.stringify(resource)
    .replaceAll('{"Ref":"AWS::AccountId"}', '')
    .replaceAll(/SsmParameterValue[A-Z][a-z]+Data(\w+?)C96584\w+Parameter/gu, '$1')
    .replaceAll(
      /\{"(?:Ref|Fn::GetAtt)":\[?"(\w+?)(?:[0-9A-F]{8})?"(?:,"(?:Function)?A(?:rn|RN)"\])?\}/gu,
      '$1',
    )
    .replaceAll(/[^\w:/*-]|Fn::Join/gu, '')
    .replace(/^:?arn:aws:(?:s3:::|[\w-]+:[\w-]*:)/u, '')
    .replace(stage, '<Stage>');
}

describe.each(bothStages)('the role of the people on call in %s', (stage, { service }) => {
  const statements = resourcesOf(service, 'AWS::IAM::Policy')
    .filter(([id]) => id.startsWith('Operator'))
    .flatMap(
      ([, { Properties }]) =>
        (Properties['PolicyDocument'] as { Statement: Statement[] }).Statement,
    );

  it('may call what the commands of the runbook call, and nothing besides', () => {
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
      [...new Set([...used].flatMap((each) => calls[each] ?? []))].toSorted(),
    );
  });

  it.each(Object.entries(resources))('may use %s on its own resources only', (action, names) => {
    const { Resource } = statements.find(({ Action }) => [Action].flat().includes(action)) ?? {};

    expect(
      [Resource]
        .flat()
        .map((each) => shortName(each, stage))
        .toSorted(),
    ).toEqual(names.toSorted());
  });
});
