import type { Template } from 'aws-cdk-lib/assertions';

import { allDirectories } from '../../../contract/directories.ts';
import { listMethods } from '../../../contract/routing.ts';
import { environment, siteEnvironment } from '../../../contract/names.ts';
import { FUNCTION_MEMORY_MB, FUNCTION_TIMEOUT_SECONDS } from '../../../contract/limits.ts';
import { computedPaths } from '../../../contract/site-paths.ts';
import {
  bothStages,
  custom,
  production,
  type Resource,
  resourcesOf,
  staging,
  theOne,
} from '../templates.ts';

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

  it.each(allDirectories)('$name has every variable that it asks for', ({ name }) => {
    expect(Object.keys(variablesOf(service, name))).toEqual(
      expect.arrayContaining(Object.values(environment)),
    );
  });

  it('gives a list the time that a refresh takes, and one whole vCPU', () => {
    for (const { name } of allDirectories) {
      expect(propertiesOf(service, name)).toMatchObject({
        Timeout: FUNCTION_TIMEOUT_SECONDS,
        MemorySize: FUNCTION_MEMORY_MB,
      });
    }
  });

  it('has a route at the API for each method of each list, of the status and of the feeds, and no other', () => {
    const routes = resourcesOf(service, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) =>
      String(Properties['RouteKey']),
    );
    const paths = [...allDirectories.map(({ path }) => path), ...computedPaths];
    const wanted = paths.flatMap((path) => listMethods.map((method) => `${method} ${path}`));
    expect(routes.toSorted()).toEqual(wanted.toSorted());
  });

  it('throttles each route, logs its requests without addresses, and leaves CORS to the answers', () => {
    service.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      StageName: '$default',
      DefaultRouteSettings: { ThrottlingRateLimit: 2, ThrottlingBurstLimit: 40 },
    });
    expect(
      theOne(service, 'AWS::ApiGatewayV2::Api').Properties['CorsConfiguration'],
    ).toBeUndefined();
    expect(JSON.stringify(service.toJSON())).not.toMatch(/sourceIp|userAgent/u);
  });

  it('reserves no concurrency: a new account has too little to give', () => {
    expect(JSON.stringify(service.toJSON())).not.toContain('ReservedConcurrentExecutions');
  });
});

describe('a stage', () => {
  it('says which release it is, as whoever deploys it calls it', () => {
    expect(variablesOf(custom.service, 'status')).toMatchObject({
      [siteEnvironment.release]: 'v1.2.3',
    });
  });

  it('asks for fresh snapshots as often as its settings say, or not at all', () => {
    staging.service.resourceCountIs('AWS::Events::Rule', 0);
    production.service.hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: 'rate(15 minutes)',
      Targets: allDirectories.map(() => ({
        Input: '{"refresh":{"acceptDrop":false}}',
        RetryPolicy: { MaximumRetryAttempts: 0 },
      })),
    });
  });
});
