import { Duration, Stack } from 'aws-cdk-lib';
import type { Template } from 'aws-cdk-lib/assertions';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';

import { allDirectories } from '../../contract/directories.ts';
import { listMethods } from '../../contract/routing.ts';
import { environment, refreshSeconds } from '../../contract/names.ts';
import { FUNCTION_MEMORY_MB, FUNCTION_TIMEOUT_SECONDS } from '../../contract/limits.ts';
import { sitePaths } from '../../contract/site.ts';
import { CodeFunction } from '../../lib/constructs/functions.ts';
import {
  type Resource,
  resourcesOf,
  StageTemplates,
  stageNamed,
  standInCode,
} from './templates.ts';

const stages = [
  ['Staging', new StageTemplates('Staging')],
  ['Production', new StageTemplates('Production')],
] as const;

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
}

/** What a directory's function may do. */
function statementsOf(service: Template, directory: string): readonly Statement[] {
  const policies = resourcesOf(service, 'AWS::IAM::Policy').filter(([id]) =>
    id.startsWith(`${directory}Role`),
  );
  return policies.flatMap(
    ([, { Properties }]) =>
      (Properties['PolicyDocument'] as { readonly Statement: readonly Statement[] }).Statement,
  );
}

function functionOf(service: Template, directory: string): Resource {
  const found = resourcesOf(service, 'AWS::Lambda::Function').find(([id]) =>
    id.startsWith(directory),
  );
  if (found === undefined) throw new Error(`There is no function for ${directory}`);
  return found[1];
}

function variablesOf(service: Template, directory: string): Record<string, unknown> {
  const { Environment } = functionOf(service, directory).Properties;
  return (Environment as { readonly Variables: Record<string, unknown> }).Variables;
}

function actionsOn(statements: readonly Statement[], prefix: string): readonly string[] {
  return statements
    .flatMap(({ Action }) => Action)
    .filter((action) => action.startsWith(`${prefix}:`))
    .toSorted();
}

describe.each(stages)('in %s', (stageName, { service, all }) => {
  it.each(allDirectories)('$name may write only its own object', ({ name, path }) => {
    const statements = statementsOf(service, name);
    const onStore = statements.filter(({ Action }) => Action.includes('s3:PutObject'));

    expect(actionsOn(statements, 's3')).toEqual(['s3:GetObject', 's3:PutObject']);
    expect(onStore).toHaveLength(1);
    expect(onStore[0]?.Resource).toEqual({
      'Fn::Join': ['', ['arn:aws:s3:::', expect.anything(), path]],
    });
  });

  it.each(allDirectories)('$name may read only the secret of the reader', ({ name }) => {
    const statements = statementsOf(service, name);
    const onSecrets = statements.filter(({ Action }) =>
      Action.includes('secretsmanager:GetSecretValue'),
    );

    expect(actionsOn(statements, 'secretsmanager')).toEqual(['secretsmanager:GetSecretValue']);
    expect(onSecrets).toHaveLength(1);
    expect(JSON.stringify(onSecrets[0]?.Resource)).toContain('DataReaderSecretArn');
    expect(variablesOf(service, name)[environment.readerSecretArn]).toEqual(onSecrets[0]?.Resource);
  });

  it.each(allDirectories)('$name may make the four calls that it makes', ({ name }) => {
    expect(actionsOn(statementsOf(service, name), 'rds-data')).toEqual([
      'rds-data:BeginTransaction',
      'rds-data:CommitTransaction',
      'rds-data:ExecuteStatement',
      'rds-data:RollbackTransaction',
    ]);
  });

  it.each(allDirectories)('$name may do nothing else, and nothing with a *', ({ name }) => {
    const statements = statementsOf(service, name);
    const services = statements
      .flatMap(({ Action }) => Action)
      .map((action) => action.slice(0, action.indexOf(':')));

    expect([...new Set(services)].toSorted()).toEqual(['logs', 'rds-data', 's3', 'secretsmanager']);
    expect(JSON.stringify(statements)).not.toContain('*');
    expect(JSON.stringify(resourcesOf(service, 'AWS::IAM::Role'))).not.toContain(
      'ManagedPolicyArns',
    );
  });

  it.each(allDirectories)('$name has every variable that it asks for', ({ name }) => {
    expect(Object.keys(variablesOf(service, name))).toEqual(
      expect.arrayContaining(Object.values(environment)),
    );
  });

  it('runs every function on arm64 and Node 24, with a log that does not grow for ever', () => {
    const functions = all.flatMap((template) => resourcesOf(template, 'AWS::Lambda::Function'));
    expect(functions.length).toBeGreaterThanOrEqual(5); // the lists, the set-up, the first copies
    for (const [, { Properties }] of functions) {
      expect(Properties).toMatchObject({
        Architectures: ['arm64'],
        Runtime: 'nodejs24.x',
        LoggingConfig: { LogGroup: { Ref: expect.any(String) as unknown } },
      });
    }
    const logs = all.flatMap((template) => resourcesOf(template, 'AWS::Logs::LogGroup'));
    for (const [, { Properties }] of logs) {
      expect(Properties['RetentionInDays']).toEqual(expect.any(Number));
    }
  });

  it('gives a list the time that a refresh takes, and one whole vCPU', () => {
    for (const { name } of allDirectories) {
      expect(functionOf(service, name).Properties).toMatchObject({
        Timeout: FUNCTION_TIMEOUT_SECONDS,
        MemorySize: FUNCTION_MEMORY_MB,
      });
    }
  });

  it('lets the function of the status look at the three copies and do nothing else', () => {
    const statements = statementsOf(service, 'status');

    expect(actionsOn(statements, 's3')).toEqual(['s3:GetObject']);
    expect(statements.flatMap(({ Action }) => Action)).toHaveLength(3); // and write its log
    expect(variablesOf(service, 'status')).toEqual({
      NODE_OPTIONS: '--enable-source-maps',
      [environment.lastGoodBucket]: expect.anything() as unknown,
      ...(stageName === 'Production' ? { [refreshSeconds]: '900' } : {}),
    });
  });

  it('has a route at the API for each method of each list and of the status, and no other', () => {
    const routes = resourcesOf(service, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) =>
      String(Properties['RouteKey']),
    );
    const paths = [...allDirectories.map(({ path }) => path), sitePaths.status];
    const wanted = paths.flatMap((path) => listMethods.map((method) => `${method} ${path}`));
    expect(routes.toSorted()).toEqual(wanted.toSorted());
  });

  it('throttles the API, logs its requests without addresses, and leaves CORS to the answers', () => {
    service.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      StageName: '$default',
      DefaultRouteSettings: { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 120 },
    });
    const [[, api] = []] = resourcesOf(service, 'AWS::ApiGatewayV2::Api');
    expect(api?.Properties['CorsConfiguration']).toBeUndefined();
    expect(JSON.stringify(service.toJSON())).not.toMatch(/sourceIp|userAgent/u);
  });

  it('reserves no concurrency: a new account has too little to give', () => {
    expect(JSON.stringify(service.toJSON())).not.toContain('ReservedConcurrentExecutions');
  });

  it('fails the deploy when a function cannot make its first copy', () => {
    const [[, step] = []] = resourcesOf(service, 'Custom::FirstCopies');
    expect(step?.Properties['Rights']).toHaveLength(allDirectories.length);
  });
});

describe('a function', () => {
  it('is looked at again by the first copies when a permission changes', () => {
    const stack = new Stack();
    const { function: made, rightsHash } = new CodeFunction(stack, 'F', {
      description: 'F',
      folder: standInCode().status,
      memoryMb: 512,
      timeout: Duration.minutes(1),
      logRetention: RetentionDays.ONE_DAY,
    });
    const hash = (): unknown => stack.resolve(rightsHash);
    const before = hash();

    made.addToRolePolicy(new PolicyStatement({ actions: ['s3:PutObject'], resources: ['a'] }));

    expect(before).toEqual(expect.stringMatching(/^[0-9a-f]{64}$/u));
    expect(hash()).not.toBe(before);
  });
});

describe('a stage', () => {
  it('reserves concurrency where its settings ask for it', () => {
    const { service } = new StageTemplates('Production', {
      ...stageNamed('Production'),
      reservedConcurrency: 20,
    });
    const reserving = resourcesOf(service, 'AWS::Lambda::Function').filter(
      ([, { Properties }]) => Properties['ReservedConcurrentExecutions'] === 20,
    );
    expect(reserving).toHaveLength(allDirectories.length);
  });

  it('asks for fresh snapshots as often as its settings say, or not at all', () => {
    const [staging, production] = stages.map(([, { service }]) => service);
    staging?.resourceCountIs('AWS::Events::Rule', 0);
    production?.hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: 'rate(15 minutes)',
      Targets: allDirectories.map(() => ({
        Input: '{"refresh":{"acceptDrop":false}}',
        RetryPolicy: { MaximumRetryAttempts: 0 },
      })),
    });
  });
});
