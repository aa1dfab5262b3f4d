/** What cannot be met on one machine, and what the command does around its steps. */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { CloudWatchLogsClient, FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import {
  IAMClient,
  SimulatePrincipalPolicyCommand,
  type SimulatePrincipalPolicyCommandInput,
} from '@aws-sdk/client-iam';
import {
  DeleteFunctionConcurrencyCommand,
  GetFunctionConcurrencyCommand,
  GetFunctionConfigurationCommand,
  type GetFunctionConfigurationCommandInput,
  PutFunctionConcurrencyCommand,
} from '@aws-sdk/client-lambda';
import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { ListSecretsCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';

import { drill } from '../../tools/drill.ts';
import { Changes } from '../../tools/drill/step.ts';
import { awsError } from '../support/aws/aws-error.ts';
import { FakeStage } from '../support/fake-stage.ts';

const SECRETS = 'arn:aws:secretsmanager:eu-west-1:1:secret:';
const READER = `${SECRETS}reader-AbCdEf`;
const OWNER = `${SECRETS}rds!cluster-1-AbCdEf`;
const CLUSTER = 'arn:aws:rds:eu-west-1:1:cluster:portal';

/** Statements of the roles as the CDK app writes them: action and resource, of which a star is anything. */
type Statement = readonly [action: string, resource: string];

let stage: FakeStage;
let folder: string;
let alsoOfJobs: Statement | undefined;
let logged: readonly string[];
const clients = {
  iam: new IAMClient(),
  logs: new CloudWatchLogsClient(),
  secretsManager: new SecretsManagerClient(),
  rdsData: new RDSDataClient(),
};
const iam = mockClient(clients.iam);
const logs = mockClient(clients.logs);
const secretsManager = mockClient(clients.secretsManager);

beforeEach(async () => {
  stage = new FakeStage();
  folder = await mkdtemp(path.join(tmpdir(), 'drill-'));
  alsoOfJobs = undefined;
  logged = [];
  stage.lambda
    .on(GetFunctionConfigurationCommand)
    .callsFake(({ FunctionName = '' }: GetFunctionConfigurationCommandInput) => ({
      Role: `arn:aws:iam::1:role/${FunctionName}`,
      LoggingConfig: { LogGroup: `/logs/${FunctionName}` },
      Environment: {
        Variables: {
          DATABASE_CLUSTER_ARN: CLUSTER,
          DATABASE_READER_SECRET_ARN: READER,
          DATABASE_NAME: 'portal',
          LAST_GOOD_BUCKET: 'copies',
        },
      },
    }));
  secretsManager.on(ListSecretsCommand).resolves({
    SecretList: [
      { ARN: READER },
      { ARN: OWNER, OwningService: 'rds' },
      { ARN: `${SECRETS}other-AbCdEf` },
    ],
  });
  iam
    .on(SimulatePrincipalPolicyCommand)
    .callsFake(
      ({ PolicySourceArn, ActionNames, ResourceArns }: SimulatePrincipalPolicyCommandInput) => ({
        EvaluationResults: (ActionNames ?? []).flatMap((action) =>
          (ResourceArns ?? []).map((arn) => ({
            EvalActionName: action,
            EvalResourceName: arn,
            EvalDecision: mayDo(PolicySourceArn ?? '', action, arn) ? 'allowed' : 'implicitDeny',
          })),
        ),
      }),
    );
  logs.on(FilterLogEventsCommand).callsFake(() => ({
    events: logged.map((message, index) => ({ eventId: String(index), message })),
  }));
});
afterEach(async () => rm(folder, { recursive: true }));

function mayDo(role: string, action: string, arn: string): boolean {
  const name = /role\/(\w+)-fn$/u.exec(role)?.[1] ?? '';
  const statements: readonly Statement[] = [
    ['secretsmanager:GetSecretValue', READER],
    ['s3:GetObject', `arn:aws:s3:::copies/v1/${name}`],
    ['s3:PutObject', `arn:aws:s3:::copies/v1/${name}`],
    ['rds-data:ExecuteStatement', CLUSTER],
    ...(name === 'jobs' && alsoOfJobs !== undefined ? [alsoOfJobs] : []),
  ];
  return statements.some(
    ([allowed, resource]) =>
      allowed === action &&
      (resource.endsWith('*') ? arn.startsWith(resource.slice(0, -1)) : arn === resource),
  );
}

const fromCloudFront = {
  method: 'OPTIONS',
  path: '/v1/startups',
  status: 204,
  headers: { via: '1.1 cloudfront' },
  body: Buffer.alloc(0),
  seconds: 0.1,
};

async function run(...args: readonly string[]): Promise<number> {
  return drill.run([...args, '--output', path.join(folder, 'drill.md')], stage.terminal, {
    ...stage.dependencies,
    ...clients,
    exchange: async () => fromCloudFront,
    changes: new Changes(),
  });
}

const rights = async () => run('staging', '--only', 'rights');

test('rights: each function has its own and no other, and every secret of the account is tried', async () => {
  expect(await rights()).toBe(0);

  expect(stage.output.join('\n')).toContain('3 secrets of account and region, 1 of them of RDS');
  const tried = iam
    .commandCalls(SimulatePrincipalPolicyCommand)
    .flatMap(({ args: [{ input }] }) => input.ResourceArns ?? []);
  expect(new Set(tried)).toEqual(
    new Set([
      READER,
      OWNER,
      `${SECRETS}other-AbCdEf`,
      `${SECRETS}of-nobody-AbCdEf`,
      ...['startups', 'founders', 'jobs'].map((name) => `arn:aws:s3:::copies/v1/${name}`),
      'arn:aws:s3:::copies/of-nobody-AbCdEf',
      CLUSTER,
      'arn:aws:rds:eu-west-1:1:cluster:of-nobody-AbCdEf',
    ]),
  );
});

test.each<[string, Statement]>([
  ["the owner's secret", ['secretsmanager:GetSecretValue', OWNER]],
  ['every secret', ['secretsmanager:GetSecretValue', `${SECRETS}*`]],
  ["another list's copy", ['s3:PutObject', 'arn:aws:s3:::copies/v1/founders']],
  ['every cluster', ['rds-data:ExecuteStatement', '*']],
])('rights: a function with a permission to %s fails', async (_, statement) => {
  const [action, resource] = statement;
  alsoOfJobs = statement;

  expect(await rights()).toBe(1);
  expect(stage.output.join('\n')).toContain(
    `failed: the function of jobs may ${action} ${resource.replace('*', '')}`,
  );
});

test('rights: a permission that a function lacks fails', async () => {
  iam.on(SimulatePrincipalPolicyCommand).resolves({
    EvaluationResults: [{ EvalActionName: 's3:GetObject', EvalDecision: 'explicitDeny' }],
  });

  expect(await rights()).toBe(1);
  expect(stage.output.join('\n')).toContain('failed: the function of startups may not');
});

/** AWS Lambda Developer Guide, "Understanding the function log" and "Init duration". */
function report(initMs: number, usedMb: number): string {
  return `REPORT RequestId: 8f507cfc-xmpl-4697-b07a-ac58fc914c95\tDuration: 210.05 ms\tBilled Duration: 623 ms\tMemory Size: 1769 MB\tMax Memory Used: ${usedMb} MB\tInit Duration: ${initMs} ms\t\n`;
}

test.each([
  ['a start in time passes', [report(412.2, 128)], 0, 'passed: 3 starts'],
  ['one that takes the time of the answer fails', [report(7412.2, 128)], 1, '7412.2 ms'],
  ['one that takes all the memory fails', [report(412.2, 1769)], 1, '100 % of the memory'],
  ['none is not tried', [], 0, 'not tried'],
])('cold starts: %s', async (_, lines, code, words) => {
  logged = lines;

  expect(await run('staging', '--only', 'cold-starts')).toBe(code);
  expect(stage.output.join('\n')).toContain(words);
});

test('a change that cannot be undone is told with the command that does, and the rest is not tried', async () => {
  stage.lambda.on(GetFunctionConcurrencyCommand).resolves({});
  stage.lambda.on(PutFunctionConcurrencyCommand).resolves({});
  stage.lambda
    .on(DeleteFunctionConcurrencyCommand)
    .rejects(awsError('AccessDeniedException', 'no'));
  stage.onRefresh = () => {
    throw awsError('TooManyRequestsException', 'Rate Exceeded.');
  };

  expect(await run('staging', '--yes', '--only', 'fallback', '--only', 'cold-starts')).toBe(1);

  const written = await readFile(path.join(folder, 'drill.md'), 'utf8');
  expect(written).toContain(
    'could not be undone (no): run aws lambda delete-function-concurrency --function-name startups-fn',
  );
  expect(written).toMatch(/\| cold-starts \| .* \| not tried \| a change is not undone \|/u);
});

test('a change that was refused has nothing to undo', async () => {
  stage.lambda.on(GetFunctionConcurrencyCommand).resolves({});
  stage.lambda.on(PutFunctionConcurrencyCommand).rejects(awsError('AccessDeniedException', 'no'));

  expect(await run('staging', '--yes', '--only', 'fallback')).toBe(1);

  expect(stage.lambda.commandCalls(DeleteFunctionConcurrencyCommand)).toEqual([]);
  expect(stage.output.join('\n')).toContain('failed: AWS does not allow this');
});

test('a change on its way is undone after it has arrived, once, and none is made after an interruption', async () => {
  const events: string[] = [];
  let arrive = () => {};
  const changes = new Changes();
  const making = changes.make({
    make: async () => {
      await new Promise<void>((resolve) => {
        arrive = resolve;
      });
      events.push('made');
    },
    undo: async () => events.push('undone'),
    byHand: '',
  });

  const ending = Promise.all([changes.interrupt(), changes.undo()]);
  arrive();
  await Promise.all([making, ending]);

  expect(events).toEqual(['made', 'undone']);
  await expect(
    changes.make({ make: async () => events.push('made'), undo: async () => {}, byHand: '' }),
  ).rejects.toThrow('Interrupted.');
  expect(events).toHaveLength(2);
});

test('a dry run lists what each step changes, asks nobody and writes nothing', async () => {
  expect(await run('staging', '--dry-run')).toBe(0);

  expect(stage.output.join('\n')).toContain('fallback\n  shows ');
  expect(stage.events).toEqual([]);
  await expect(readFile(path.join(folder, 'drill.md'))).rejects.toThrow('ENOENT');
});

test('nothing is changed where nobody can be asked', async () => {
  expect(await run('staging', '--only', 'fallback')).toBe(2);
  expect(stage.lambda.commandCalls(PutFunctionConcurrencyCommand)).toEqual([]);
});

test.each([
  [['production'], 'A drill makes a function of production unavailable for two minutes: use'],
  [['staging', '--only', 'luck'], 'There is no step "luck": use sleeping-database, edge-functions'],
])('%j is refused in one sentence', async (args, sentence) => {
  expect(await run(...args, '--yes')).toBe(2);
  expect(stage.complaint.join()).toContain(sentence);
  expect(stage.cloudFormation.calls()).toHaveLength(0);
});
