/** The steps that ask as a visitor does. They look at one list: the behaviours of the others are made by the same lines. */

import {
  DeleteFunctionConcurrencyCommand,
  GetFunctionConcurrencyCommand,
  PutFunctionConcurrencyCommand,
} from '@aws-sdk/client-lambda';
import * as v from 'valibot';

import { errorName } from '../../lambda/aws/errors.ts';
import { waitUntil } from '../stage/wait-until.ts';
import { CommandError } from '../cli/command.ts';
import { directories } from '../../contract/directories.ts';
import { header, STALE_SECONDS } from '../../contract/http.ts';
import { stageOutput } from '../../contract/names.ts';
import { addressOf, functionOf, invalidate } from '../stage/stage.ts';
import { tryFunctions } from '../test-functions.ts';
import {
  type Answer,
  BROWSER_ENCODINGS,
  corsFlaws,
  decodedBody,
  headerOf,
  isFromCloudFront,
  recordsIn,
} from './exchange.ts';
import { type Drill, failed, logEvents, notTried, passed, refreshed, type Step } from './step.ts';

const LIST = directories.startups;
const TIMEOUT_SECONDS = 20;
const UNDO_MS = 30_000;

/** A setting of a function takes effect within seconds. */
const UNTIL_SET = { everyMs: 2000, atMostMs: 60_000 };
/** A database wakes up within half a minute, and a stale answer is kept for a minute. */
const UNTIL_FRESH = { everyMs: 10_000, atMostMs: 3 * 60_000 };

/** A line of the log is found a few seconds after it was written. */
const UNTIL_FOUND = { everyMs: 2000, atMostMs: 60_000 };
/** Far enough for any two clocks. */
const BACK_MS = 10 * 60_000;

/** What a function logs of a read that failed, as far as it is looked at here. */
const Line = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ failures: v.tupleWithRest([v.object({ reason: v.string() })], v.unknown()) }),
);

/** First of all steps: the others wake the database. */
export const sleepingDatabase: Step = {
  name: 'sleeping-database',
  shows:
    'who wakes the database gets a stale list at once, a refresh waits for it, then it is fresh',
  changes: `empties the edge of ${LIST.path}; wakes the database where it sleeps`,
  run: async (drill) => {
    const { waiting, stage } = drill;
    const outages = async () => logEvents(drill, LIST, '"DatabaseOutage"', waiting.now() - BACK_MS);
    const known = new Set((await outages()).map(({ eventId }) => eventId));
    await emptyEdge(drill);
    const first = await list(drill);
    if (first.source === 'database') {
      return notTried(
        `the database was awake: send the stage no request for ten minutes, then use --only ${sleepingDatabase.name} (with a minimum capacity above 0 it never sleeps)`,
      );
    }
    const startedAt = waiting.now();
    const [line] = await waitUntil(
      waiting,
      UNTIL_FOUND,
      async () => (await outages()).filter(({ eventId }) => !known.has(eventId)),
      (found) => found.length > 0,
    );
    const logged = v.safeParse(Line, line?.message);
    const reason = logged.success ? logged.output.failures[0].reason : 'what the log does not say';
    if (reason !== 'DatabaseResumingException') {
      return failed(`the list is stale because of ${reason}`);
    }
    const { failure } = await refreshed(drill, LIST);
    if (failure !== undefined) return failed(`a refresh did not wait for it: ${failure.reason}`);
    const last = await waitUntil(
      waiting,
      UNTIL_FRESH,
      async () => list(drill),
      ({ source }) => source === 'database',
    );
    if (last.source !== 'database') return failed(`${stage.name} is still stale`);
    const seconds = Math.round((waiting.now() - startedAt) / 1000);
    return passed(`stale after ${first.seconds.toFixed(1)} s, fresh ${seconds} s later`);
  },
};

export const edgeFunctions: Step = {
  name: 'edge-functions',
  shows: 'CloudFront runs the functions of the edge as njs and Node do (TestFunction)',
  run: async ({ cloudFront, stage }) => {
    const tried = await tryFunctions(cloudFront, stage);
    const wrong = tried.find(({ flaw }) => flaw !== undefined);
    if (wrong !== undefined) return failed(`${wrong.function}, ${wrong.event}: ${wrong.flaw}`);
    const most = Math.max(...tried.map(({ computeUtilization }) => computeUtilization));
    return passed(`${tried.length} events, at most ${most} % of the time allowed`);
  },
};

export const own403: Step = {
  name: 'own-403',
  shows: "the response headers policy is on CloudFront's own 403, too",
  run: async (drill) => {
    const headers = { 'Content-Length': '0', Origin: 'https://example.org' };
    const answer = await asked(drill, 'POST', headers);
    if (answer.status !== 403) return failed(`a POST was answered with ${answer.status}`);
    const [flaw] = corsFlaws(answer);
    return flaw === undefined ? passed('any origin can read it') : failed(flaw);
  },
};

export const headBeforeGet: Step = {
  name: 'head-before-get',
  shows: 'what the edge takes from the answer to a HEAD does not corrupt the next GET',
  changes: `empties the edge of ${LIST.path}`,
  run: async (drill) => {
    await emptyEdge(drill);
    const head = await asked(drill, 'HEAD');
    if (head.status !== 200) return failed(`HEAD was answered with ${head.status}`);
    const { records } = await list(drill);
    return passed(`GET has ${records} records after a HEAD of an empty edge`);
  },
};

export const fallback: Step = {
  name: 'fallback',
  shows: 'CloudFront serves the copy from the store where a function cannot run',
  changes: `sets the reserved concurrency of the function of ${LIST.name} to 0 for a minute, and back; visitors get its copy meanwhile; empties the edge of ${LIST.path}`,
  run: async (drill) => {
    const { source, cachedAt, records } = await withoutFunction(drill);
    return source === 'last-good'
      ? passed(`${records} records of ${cachedAt} from the store; the function answers again`)
      : failed(`the list came from "${source}" while the function could not run`);
  },
};

/** A copy from the store stays a minute at the edge: an expiry that nobody has to wait an hour for. */
export const expiry: Step = {
  name: 'expiry',
  shows:
    'when a list expires, the edge takes time and source of the new one, also for a visitor who gets 304',
  changes: `the same as ${fallback.name}, to have a list at the edge that expires within a minute`,
  run: async (drill) => {
    const stale = await withoutFunction(drill);
    await drill.waiting.pause((STALE_SECONDS + 5) * 1000);
    const across = await asked(drill, 'GET', { [header.ifNoneMatch]: stale.etag });
    const etag = headerOf(across, header.etag) ?? stale.etag;
    const again = await asked(drill, 'GET', { [header.ifNoneMatch]: etag });
    for (const answer of [across, again]) {
      const cachedAt = headerOf(answer, header.cachedAt) ?? 'no time';
      const source = headerOf(answer, header.dataSource) ?? 'no source';
      const isNew = source === 'database' && cachedAt > stale.cachedAt;
      if (!isNew) {
        return failed(
          `after the expiry a ${answer.status} says ${source}, ${cachedAt}; before it the list was of ${stale.cachedAt}`,
        );
      }
    }
    return again.status === 304
      ? passed(`${across.status} across the expiry, then 304, both with the new time and source`)
      : failed(`a visitor who has the list got ${again.status}, not 304`);
  },
};

/** What visitors get while the function cannot run. When it resolves, the function runs again. */
async function withoutFunction(drill: Drill) {
  const { lambda, stage, changes } = drill;
  const FunctionName = functionOf(stage, LIST.name);
  const { ReservedConcurrentExecutions: before } = await lambda.send(
    new GetFunctionConcurrencyCommand({ FunctionName }),
  );
  const remove = `aws lambda delete-function-concurrency --function-name ${FunctionName}`;
  if (before === 0) {
    throw new CommandError(
      `The reserved concurrency of ${FunctionName} is 0 already, perhaps since a drill was killed: if nobody meant that, run ${remove}`,
    );
  }
  const set = (concurrency: number) =>
    new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: concurrency });
  await changes.make({
    make: async () => lambda.send(set(0)),
    undo: async () => {
      const abortSignal = AbortSignal.timeout(UNDO_MS);
      await (before === undefined
        ? lambda.send(new DeleteFunctionConcurrencyCommand({ FunctionName }), { abortSignal })
        : lambda.send(set(before), { abortSignal }));
    },
    byHand:
      before === undefined
        ? remove
        : `aws lambda put-function-concurrency --function-name ${FunctionName} --reserved-concurrent-executions ${before}`,
  });
  if (!(await becomes(drill, false))) throw new CommandError(`${FunctionName} still runs.`);
  await emptyEdge(drill);
  const seen = await list(drill);
  await changes.undo();
  if (!(await becomes(drill, true))) throw new CommandError(`${FunctionName} does not run again.`);
  return seen;
}

/** Whether the function comes to run, or comes not to run any more. */
async function becomes(drill: Drill, running: boolean): Promise<boolean> {
  const isSo = async () => {
    try {
      await refreshed(drill, LIST);
      return running;
    } catch (error) {
      if (errorName(error) === 'TooManyRequestsException') return !running;
      throw error;
    }
  };
  return waitUntil(drill.waiting, UNTIL_SET, isSo, (now) => now);
}

async function emptyEdge(drill: Drill): Promise<void> {
  const distributionId = drill.stage.output(stageOutput.distributionId);
  await invalidate(drill, distributionId, 'drill', [LIST.path]);
}

/** A GET with a whole list in it. @throws CommandError */
async function list(drill: Drill) {
  const answer = await asked(drill, 'GET');
  const [source, cachedAt, etag] = [header.dataSource, header.cachedAt, header.etag].map((name) =>
    headerOf(answer, name),
  );
  const records = recordsIn(decodedBody(answer))?.length;
  if (answer.status !== 200 || records === undefined) {
    throw new CommandError(`GET was answered with ${answer.status} and no list.`);
  }
  if (source === undefined || cachedAt === undefined || etag === undefined) {
    throw new CommandError('GET was answered without time, source or ETag.');
  }
  return { source, cachedAt, etag, records, seconds: answer.seconds };
}

async function asked(
  { exchange, stage }: Drill,
  method: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return exchange({
    url: new URL(`${addressOf(stage)}/${LIST.name}`),
    method,
    headers: { ...BROWSER_ENCODINGS, ...headers },
    timeoutSeconds: TIMEOUT_SECONDS,
  });
}

/** By a preflight, which is answered at the edge and wakes nothing. @throws CommandError */
export async function requireCloudFront(drill: Drill): Promise<void> {
  if (isFromCloudFront(await asked(drill, 'OPTIONS'))) return;
  throw new CommandError(
    `${addressOf(drill.stage)} is not answered by CloudFront: on this machine say npm start -- --edge.`,
  );
}
