/** The steps that look at what stands behind the edge: functions, their rights, their log, the database. */

import { paginateSimulatePrincipalPolicy } from '@aws-sdk/client-iam';
import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import { paginateListSecrets, type SecretListEntry } from '@aws-sdk/client-secrets-manager';

import { allDirectories, directories, type Directory } from '../../contract/directories.ts';
import { environment } from '../../contract/environment.ts';
import { LONGEST_ANSWER_SECONDS } from '../../contract/http.ts';
import { GATEWAY_TIMEOUT_SECONDS } from '../../contract/limits.ts';
import { awake } from '../../deploy/database/awake.ts';
import { dataApi } from '../../deploy/database/data-api.ts';
import { refresh } from '../../aws/refresh.ts';
import { check } from '../db/check.ts';
import { CannotGoOn } from '../stage/cannot-go-on.ts';
import { functionOf } from '../stage/stage.ts';
import { eventsSince, logLines } from './log-lines.ts';
import { type Drill, failed, notTried, passed, type Step } from './step.ts';

const ROUNDS = 3;

export const conditionalWrites: Step = {
  name: 'conditional-writes',
  shows: 'of two refreshes at once one keeps its copy, and the other notices (If-Match in S3)',
  changes: `reads the list ${directories.startups.name} twice at once, and keeps it as the last-good copy`,
  run: async (drill) => {
    const { dependencies, stage } = drill;
    const functionName = functionOf(stage, directories.startups.name);
    const { signal } = new AbortController();
    const once = async () =>
      refresh(dependencies.lambda, functionName, { acceptDrop: false }, signal);
    let trouble: string | undefined;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const log = await logLines(drill, directories.startups, '{ $.kept = "*" }');
      const both = await Promise.all([once(), once()]);
      const failure = both.find((each) => each.failure !== undefined)?.failure;
      if (failure !== undefined) return failed(`a list could not be read: ${failure.reason}`);
      const kept = (await log.more(both.length)).map((line) => line.kept);
      if (kept.length < both.length) return failed('the log does not say what became of them');
      // A write that took too long is not what is looked for: the next round may show it.
      if (kept.includes('failed')) trouble = 'a copy was not kept: its line in the log says why';
      else if (kept.includes('superseded')) return passed(`${kept.join(', ')} in round ${round}`);
    }
    if (trouble !== undefined) return failed(trouble);
    return notTried(`in ${ROUNDS} rounds the two did not meet`);
  },
};

export const reader: Step = {
  name: 'reader',
  shows:
    'the views keep the contract, and directory_reader can do nothing else (npm run db -- check)',
  run: async (drill) => {
    const { dependencies } = drill;
    const { clusterArn, readerSecretArn, databaseName } = await settingsOf(
      drill,
      directories.startups,
    );
    const { signal } = new AbortController();
    const address = { resourceArn: clusterArn, secretArn: readerSecretArn, database: databaseName };
    const { run } = dataApi(dependencies.rdsData, address, signal);
    await awake(run, { waiting: dependencies.waiting, signal, log: () => {} });
    const found = await check(run, true);
    const flaw = found.find(({ result }) => result === 'fail');
    return flaw === undefined
      ? passed(`${found.length} findings`)
      : failed(`${flaw.subject}: ${flaw.detail}`);
  },
};

/** A name that nobody gives: a right to it is one to everything. */
const OTHER = 'of-nobody-AbCdEf';

export const rights: Step = {
  name: 'rights',
  shows:
    'each function may use its own object, secret and cluster, and no other (SimulatePrincipalPolicy)',
  run: async (drill) => {
    const all = await Promise.all(
      allDirectories.map(async (directory) => ({
        directory,
        ...(await settingsOf(drill, directory)),
      })),
    );
    if (all.some(({ role }) => role === undefined)) return notTried('no function has a role here');
    const secrets = await secretsOf(drill);
    let questions = 0;
    for (const { directory, role = '', readerSecretArn, clusterArn, bucketArn } of all) {
      const own = `${bucketArn}${directory.path}`;
      const objects = allDirectories.map(({ path }) => `${bucketArn}${path}`);
      const asked: readonly Asked[] = [
        [true, ['secretsmanager:GetSecretValue'], [readerSecretArn]],
        [true, ['s3:GetObject', 's3:PutObject'], [own]],
        [true, ['rds-data:ExecuteStatement'], [clusterArn]],
        [
          false,
          ['secretsmanager:GetSecretValue'],
          [
            ...secrets.flatMap(({ ARN }) => ARN ?? []),
            readerSecretArn.replace(/[^:]*$/u, OTHER),
          ].filter((arn) => arn !== readerSecretArn),
        ],
        [
          false,
          ['s3:GetObject', 's3:PutObject'],
          [...objects, `${bucketArn}/${OTHER}`].filter((arn) => arn !== own),
        ],
        [false, ['s3:DeleteObject', 's3:PutObjectAcl'], [own]],
        [false, ['rds-data:ExecuteStatement'], [clusterArn.replace(/[^:]*$/u, OTHER)]],
      ];
      for (const each of asked) {
        const flaw = await flawOf(drill, role, each);
        if (flaw !== undefined) return failed(`the function of ${directory.name} ${flaw}`);
        questions += each[1].length * each[2].length;
      }
    }
    const ofRds = secrets.filter(({ OwningService }) => OwningService === 'rds').length;
    return passed(
      `${questions} questions, with the ${secrets.length} secrets of account and region, ${ofRds} of them of RDS`,
    );
  },
};

/** Whether it must be allowed, the actions, the ARNs. */
type Asked = readonly [boolean, readonly string[], readonly string[]];

async function flawOf(
  { dependencies }: Drill,
  role: string,
  [mustBeAllowed, actions, arns]: Asked,
): Promise<string | undefined> {
  const pages = paginateSimulatePrincipalPolicy(
    { client: dependencies.iam },
    { PolicySourceArn: role, ActionNames: [...actions], ResourceArns: [...arns] },
  );
  let answers = 0;
  for await (const { EvaluationResults = [] } of pages) {
    for (const each of EvaluationResults) {
      answers += 1;
      // Of several resources the decision on each may stand apart.
      const decisions = [
        each.EvalDecision,
        ...(each.ResourceSpecificResults ?? []).map((one) => one.EvalResourceDecision),
      ];
      const isRight = mustBeAllowed
        ? decisions.every((decision) => decision === 'allowed')
        : !decisions.includes('allowed');
      if (!isRight) {
        const arn = each.EvalResourceName ?? arns.join(' or ');
        return `${mustBeAllowed ? 'may not' : 'may'} ${each.EvalActionName} ${arn}`;
      }
    }
  }
  return answers === 0 ? `is not known to IAM with the role ${role}` : undefined;
}

const DAY_MS = 24 * 60 * 60_000;

/** Init is in API Gateway's time, with the longest answer (`contract/limits.ts`). */
const LONGEST_INIT_MS = (GATEWAY_TIMEOUT_SECONDS - LONGEST_ANSWER_SECONDS) * 1000;

export const coldStarts: Step = {
  name: 'cold-starts',
  shows:
    'a cold start and the longest answer fit into the time of API Gateway, and memory suffices',
  run: async (drill) => {
    const since = drill.dependencies.waiting.now() - DAY_MS;
    const lines = await Promise.all(
      allDirectories.map(async (each) => eventsSince(drill, each, '"Init Duration"', since)),
    );
    const starts = lines.flat().map(({ message = '' }) => ({
      initMs: numberAfter('Init Duration', message),
      usedMb: numberAfter('Max Memory Used', message),
      sizeMb: numberAfter('Memory Size', message),
    }));
    if (starts.length === 0) return notTried('no function was started within a day');
    const initMs = Math.max(...starts.map((each) => each.initMs));
    const used = Math.max(...starts.map(({ usedMb, sizeMb }) => usedMb / sizeMb));
    const words = `${starts.length} starts within a day, at most ${initMs} ms and ${Math.round(used * 100)} % of the memory`;
    return initMs <= LONGEST_INIT_MS && used < 1 ? passed(words) : failed(words);
  },
};

/** In a line such as `REPORT RequestId: … Duration: 12.34 ms … Memory Size: 1769 MB Max Memory Used: 120 MB Init Duration: 412.20 ms`. */
function numberAfter(name: string, line: string): number {
  return Number(new RegExp(`${name}: ([\\d.]+)`, 'u').exec(line)?.[1] ?? Number.NaN);
}

async function settingsOf({ dependencies, stage }: Drill, { name }: Directory) {
  const FunctionName = functionOf(stage, name);
  const found = await dependencies.lambda.send(
    new GetFunctionConfigurationCommand({ FunctionName }),
  );
  const variable = (of: string) => {
    const value = found.Environment?.Variables?.[of];
    if (value !== undefined) return value;
    throw new CannotGoOn(`The function ${FunctionName} has no variable ${of}.`);
  };
  const clusterArn = variable(environment.clusterArn);
  const [, partition = 'aws'] = clusterArn.split(':');
  return {
    role: found.Role,
    clusterArn,
    readerSecretArn: variable(environment.readerSecretArn),
    databaseName: variable(environment.databaseName),
    bucketArn: `arn:${partition}:s3:::${variable(environment.lastGoodBucket)}`,
  };
}

/** Their names, never their values; that of the database's owner is among them. */
async function secretsOf({ dependencies }: Drill): Promise<readonly SecretListEntry[]> {
  const secrets: SecretListEntry[] = [];
  for await (const { SecretList = [] } of paginateListSecrets(
    { client: dependencies.secretsManager },
    {},
  )) {
    secrets.push(...SecretList);
  }
  return secrets;
}
