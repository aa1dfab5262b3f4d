/**
 * A custom resource whose function CloudFormation calls itself: what it sends, and what it waits for (CloudFormation
 * User Guide, "Custom resource request and response reference").
 */

import type {
  CloudFormationCustomResourceEvent,
  CloudFormationCustomResourceResponse,
  Context,
} from 'aws-lambda';
import * as v from 'valibot';

import { errorMessage } from '../aws/errors.ts';
import { notKnownYet, realWaiting, retry, type Waiting } from '../aws/retry.ts';

export type Properties = Readonly<Record<string, unknown>>;

/**
 * What a resource does when it is created or updated. An error's message is what the operator reads. It is done again
 * from its beginning after a refusal that may pass by itself.
 */
export type Step = (properties: Properties, signal: AbortSignal) => Promise<void>;

/** Kept free for telling CloudFormation, which would otherwise wait for an hour. */
const SPARE_MS = 12_000;

/** CloudFormation refuses a longer body, and the resource would hang until its timeout. */
const LONGEST_ANSWER_BYTES = 4096;

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 200;
const ANSWER_MS = 2500;

/** The handler that runs the step for a Create or an Update. What is deleted leaves everything as it is, or is cleared away. */
export function customResource(
  step: Step,
  waiting: Waiting = realWaiting,
  clearAway: Step = async () => {},
): (event: CloudFormationCustomResourceEvent, context: TimedContext) => Promise<void> {
  return async (event, context) => {
    const task = event.RequestType === 'Delete' ? clearAway : step;
    const failure = await failureMessage(task, event.ResourceProperties, timeFor(context), waiting);
    if (failure !== undefined) console.error(failure);
    await putAnswer(event.ResponseURL, answerTo(event, failure), waiting);
  };
}

export type TimedContext = Pick<Context, 'getRemainingTimeInMillis'>;

function timeFor(context: TimedContext): number {
  const remainingMs = context.getRemainingTimeInMillis();
  return Math.max(remainingMs - SPARE_MS, remainingMs / 2);
}

/** Why the step failed, in one sentence, or `undefined` where it did not. */
async function failureMessage(
  step: Step,
  properties: Properties,
  milliseconds: number,
  waiting: Waiting,
): Promise<string | undefined> {
  const deadline = new AbortController();
  const late = new Error(`The step did not finish within ${Math.round(milliseconds / 1000)} s`);
  const timer = setTimeout(() => {
    deadline.abort(late);
  }, milliseconds);
  const { signal } = deadline;
  const tooLate = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(late);
    });
  });
  try {
    const done = retry(async () => step(properties, signal), notKnownYet, {
      waiting,
      signal,
      log: console.log,
    });
    await Promise.race([done, tooLate]);
    return undefined;
  } catch (error) {
    return errorMessage(signal.aborted ? late : error);
  } finally {
    clearTimeout(timer);
  }
}

/** The physical id stays the same: another one would make CloudFormation replace and delete the resource. */
function answerTo(event: CloudFormationCustomResourceEvent, failure: string | undefined) {
  const { StackId, RequestId, LogicalResourceId } = event;
  return {
    Status: failure === undefined ? 'SUCCESS' : 'FAILED',
    Reason: failure ?? '',
    PhysicalResourceId:
      event.RequestType === 'Create' ? LogicalResourceId : event.PhysicalResourceId,
    StackId,
    RequestId,
    LogicalResourceId,
    NoEcho: false,
    Data: {},
  } satisfies CloudFormationCustomResourceResponse;
}

type Answer = ReturnType<typeof answerTo>;

/** @throws the last error, so that Lambda calls the function again with the same event. */
async function putAnswer(
  url: string,
  answer: Answer,
  { pause }: Pick<Waiting, 'pause'>,
): Promise<void> {
  const body = bodyOf(answer);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await put(url, body);
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    }
  }
}

/** The whole answer, with as much of the reason as fits. */
function bodyOf(answer: Answer): string {
  const whole = JSON.stringify(answer);
  if (Buffer.byteLength(whole) <= LONGEST_ANSWER_BYTES) return whole;
  let room = LONGEST_ANSWER_BYTES - Buffer.byteLength(JSON.stringify({ ...answer, Reason: '…' }));
  let kept = '';
  for (const character of answer.Reason) {
    room -= Buffer.byteLength(JSON.stringify(character)) - '""'.length;
    if (room < 0) break;
    kept += character;
  }
  return JSON.stringify({ ...answer, Reason: `${kept}…` });
}

/** The URL is signed for an empty content type: left to itself, `fetch` would choose one. */
async function put(url: string, body: string): Promise<void> {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': '' },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`CloudFormation's address answered HTTP ${response.status}`);
}

/** The properties of a custom resource, in the shape that its step needs. */
export function parsedProperties<const S extends v.GenericSchema>(
  schema: S,
  properties: unknown,
): v.InferOutput<S> {
  const result = v.safeParse(schema, properties);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Error(
    `The property ${v.getDotPath(issue) ?? ''} of the custom resource is missing or wrong: ${issue.message}`,
  );
}
