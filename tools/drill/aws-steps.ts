/** The steps that look at what is behind the edge: functions, their permissions, their log, the database. */

import { type EvaluationResult, paginateSimulatePrincipalPolicy } from '@aws-sdk/client-iam';
import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import { paginateListSecrets, type SecretListEntry } from '@aws-sdk/client-secrets-manager';

import { CommandError } from '../cli/command.ts';
import { allDirectories, directories, type Directory } from '../../contract/directories.ts';
import { environment } from '../../contract/names.ts';
import { GATEWAY_TIMEOUT_SECONDS, LONGEST_ANSWER_SECONDS } from '../../contract/limits.ts';
import { dataApi } from '../../lambda/aws/data-api.ts';
import { notReadyYet, retry } from '../../lambda/aws/retry.ts';
import { check } from '../db/check.ts';
import { functionOf } from '../stage/stage.ts';
import { type Drill, failed, logEvents, notTried, passed, type Step } from './step.ts';

export const reader: Step = {
  name: 'reader',
  shows:
    'the views keep the contract, and directory_reader can do nothing else (npm run db -- check)',
  run: async (drill) => {
    const settings = await settingsOf(drill, directories.startups);
    const { signal } = new AbortController();
    const address = {
      resourceArn: settings.clusterArn,
      secretArn: settings.readerSecretArn,
      database: settings.databaseName,
    };
    const execute = dataApi(drill.rdsData, address).execute(signal);
    const ask = async () => check(execute, true);
    const found = await retry(ask, notReadyYet, { waiting: drill.waiting, signal, log: () => {} });
    const flaw = found.find(({ result }) => result === 'fail');
    return flaw === undefined
      ? passed(`${found.length} findings`)
      : failed(`${flaw.subject}: ${flaw.detail}`);
  },
};

/** A name that nobody gives: permission for it is permission for everything. */
const OTHER = 'of-nobody-AbCdEf';

export const rights: Step = {
  name: 'rights',
  shows:
    'each function may use its own object, secret and cluster, and no other (SimulatePrincipalPolicy)',
  run: async (drill) => {
    const functions = await Promise.all(
      allDirectories.map(async (directory) => ({
        directory,
        ...(await settingsOf(drill, directory)),
      })),
    );
    if (functions.some(({ role }) => role === undefined)) {
      return notTried('no function has a role here');
    }
    const secrets: SecretListEntry[] = [];
    // Their names, never their values; that of the database's owner is among them.
    for await (const page of paginateListSecrets({ client: drill.secretsManager }, {})) {
      secrets.push(...(page.SecretList ?? []));
    }
    let questions = 0;
    for (const { directory, role = '', ...settings } of functions) {
      for (const question of questionsOf(directory, settings, secrets)) {
        const flaw = await flawOf(drill, role, question);
        if (flaw !== undefined) return failed(`the function of ${directory.name} ${flaw}`);
        questions += question.actions.length * question.arns.length;
      }
    }
    const ofRds = secrets.filter(({ OwningService }) => OwningService === 'rds').length;
    return passed(
      `${questions} questions, with the ${secrets.length} secrets of account and region, ${ofRds} of them of RDS`,
    );
  },
};

interface Question {
  readonly mustBeAllowed: boolean;
  readonly actions: string[];
  readonly arns: string[];
}

function questionsOf(
  { path }: Directory,
  { readerSecretArn, clusterArn, bucketArn }: Omit<Awaited<ReturnType<typeof settingsOf>>, 'role'>,
  secrets: readonly SecretListEntry[],
): readonly Question[] {
  const readSecret = ['secretsmanager:GetSecretValue'];
  const useObject = ['s3:GetObject', 's3:PutObject'];
  const execute = ['rds-data:ExecuteStatement'];
  const ownObject = `${bucketArn}${path}`;
  const objects = allDirectories.map((each) => `${bucketArn}${each.path}`);
  const secretArns = secrets.flatMap(({ ARN }) => ARN ?? []);
  return [
    may(readSecret, readerSecretArn),
    may(useObject, ownObject),
    may(execute, clusterArn),
    mayNot(readSecret, except(readerSecretArn, [...secretArns, other(readerSecretArn)])),
    mayNot(useObject, except(ownObject, [...objects, `${bucketArn}/${OTHER}`])),
    mayNot(['s3:DeleteObject', 's3:PutObjectAcl'], [ownObject]),
    mayNot(execute, [other(clusterArn)]),
  ];
}

const may = (actions: string[], arn: string) => ({ mustBeAllowed: true, actions, arns: [arn] });
const mayNot = (actions: string[], arns: string[]) => ({ mustBeAllowed: false, actions, arns });
const except = (own: string, arns: readonly string[]) => arns.filter((arn) => arn !== own);
const other = (arn: string) => arn.replace(/[^:]*$/u, OTHER);

async function flawOf(
  { iam }: Drill,
  role: string,
  { mustBeAllowed, actions, arns }: Question,
): Promise<string | undefined> {
  const query = { PolicySourceArn: role, ActionNames: actions, ResourceArns: arns };
  const answers: EvaluationResult[] = [];
  for await (const page of paginateSimulatePrincipalPolicy({ client: iam }, query)) {
    answers.push(...(page.EvaluationResults ?? []));
  }
  if (answers.length === 0) return `is not known to IAM with the role ${role}`;
  const wrong = answers.find(({ EvalDecision, ResourceSpecificResults = [] }) => {
    // Of several resources the decision on each may be listed separately.
    const ofEach = ResourceSpecificResults.map((one) => one.EvalResourceDecision);
    return [EvalDecision, ...ofEach].some((decision) => (decision === 'allowed') !== mustBeAllowed);
  });
  if (wrong === undefined) return undefined;
  const arn = wrong.EvalResourceName ?? arns.join(' or ');
  return `${mustBeAllowed ? 'may not' : 'may'} ${wrong.EvalActionName} ${arn}`;
}

const DAY_MS = 24 * 60 * 60_000;

/** Init is in API Gateway's time, with the longest answer (`contract/limits.ts`). */
const LONGEST_INIT_MS = (GATEWAY_TIMEOUT_SECONDS - LONGEST_ANSWER_SECONDS) * 1000;

export const coldStarts: Step = {
  name: 'cold-starts',
  shows:
    'a cold start and the longest answer fit into the time of API Gateway, and memory suffices',
  run: async (drill) => {
    const since = drill.waiting.now() - DAY_MS;
    const lines = await Promise.all(
      allDirectories.map(async (each) => logEvents(drill, each, '"Init Duration"', since)),
    );
    const starts = lines.flat().map(({ message = '' }) => ({
      initMs: numberAfter('Init Duration', message),
      usedMb: numberAfter('Max Memory Used', message),
      sizeMb: numberAfter('Memory Size', message),
    }));
    if (starts.length === 0) return notTried('no function was started within a day');
    const initMs = Math.max(...starts.map((each) => each.initMs));
    const used = Math.max(...starts.map(({ usedMb, sizeMb }) => usedMb / sizeMb));
    const found = `${starts.length} starts within a day, at most ${initMs} ms and ${Math.round(used * 100)} % of the memory`;
    return initMs <= LONGEST_INIT_MS && used < 1 ? passed(found) : failed(found);
  },
};

/** In a line such as `REPORT RequestId: … Duration: 12.34 ms … Memory Size: 1769 MB Max Memory Used: 120 MB Init Duration: 412.20 ms`. */
function numberAfter(name: string, line: string): number {
  return Number(new RegExp(`${name}: ([\\d.]+)`, 'u').exec(line)?.[1] ?? Number.NaN);
}

async function settingsOf({ lambda, stage }: Drill, { name }: Directory) {
  const FunctionName = functionOf(stage, name);
  const found = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
  const variable = (of: string) => {
    const value = found.Environment?.Variables?.[of];
    if (value !== undefined) return value;
    throw new CommandError(`The function ${FunctionName} has no variable ${of}.`);
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
