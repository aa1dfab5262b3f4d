import type { Template } from 'aws-cdk-lib/assertions';

import { allDirectories } from '../../../contract/directories.ts';
import { environment, siteEnvironment } from '../../../contract/names.ts';
import { bothStages, custom, type Resource, resourcesOf } from '../templates.ts';

/** What a function may do. */
function statementsOf(service: Template, name: string): readonly unknown[] {
  return resourcesOf(service, 'AWS::IAM::Policy')
    .filter(([id]) => id.startsWith(`${name}Role`))
    .flatMap(
      ([, { Properties }]) => (Properties['PolicyDocument'] as { Statement: unknown[] }).Statement,
    );
}

function propertiesOf(service: Template, name: string): Resource['Properties'] {
  const functions = resourcesOf(service, 'AWS::Lambda::Function');
  return functions.find(([id]) => id.startsWith(name))?.[1].Properties ?? {};
}

function variablesOf(service: Template, name: string): Record<string, unknown> {
  const { Environment } = propertiesOf(service, name);
  return (Environment as { readonly Variables: Record<string, unknown> }).Variables;
}

function allow(Action: string | readonly string[], Resource: unknown) {
  return { Effect: 'Allow', Action, Resource };
}

function itsLog(name: string) {
  const log = expect.stringMatching(new RegExp(`^${name}Log`, 'u')) as unknown;
  return allow(['logs:CreateLogStream', 'logs:PutLogEvents'], { 'Fn::GetAtt': [log, 'Arn'] });
}

function objectAt(path: string) {
  const bucket = { Ref: expect.stringContaining('LastGoodBucket') as unknown };
  return { 'Fn::Join': ['', ['arn:aws:s3:::', bucket, path]] };
}

describe.each(bothStages)('in %s', (_, { service }) => {
  it.each(allDirectories)(
    '$name may call the database as the reader, read and write its own object, and do nothing else',
    ({ name, path }) => {
      const calls = [
        'BeginTransaction',
        'CommitTransaction',
        'ExecuteStatement',
        'RollbackTransaction',
      ];
      const variables = variablesOf(service, name);
      const secret = variables[environment.readerSecretArn];

      expect(statementsOf(service, name)).toEqual([
        itsLog(name),
        allow(
          calls.map((call) => `rds-data:${call}`),
          variables[environment.clusterArn],
        ),
        allow('secretsmanager:GetSecretValue', secret),
        allow(['s3:GetObject', 's3:PutObject'], objectAt(path)),
      ]);
      expect(JSON.stringify(secret)).toContain('DataReaderSecretArn');
    },
  );
});

describe('a stage', () => {
  it('says which release it is, as whoever deploys it calls it', () => {
    expect(variablesOf(custom.service, 'status')).toMatchObject({
      [siteEnvironment.release]: 'v1.2.3',
    });
  });
});
