/**
 * A custom resource whose function CloudFormation calls itself: what it sends, and what it waits for (CloudFormation
 * User Guide, "Custom resource request and response reference").
 */

import type { CloudFormationCustomResourceEvent, Context } from 'aws-lambda';

import { errorMessage } from '../aws/error-facts.ts';
import { notKnownYet, retry, realWaiting, type Waiting } from '../aws/retry.ts';
import { type CustomResourceAnswer, putAnswer } from './put-answer.ts';

export type Properties = Readonly<Record<string, unknown>>;

/**
 * What a resource does when it is created or updated. An error's message is what the operator reads. It is done again
 * from its beginning after a refusal that may pass by itself.
 */
export type Step = (properties: Properties, signal: AbortSignal) => Promise<void>;

/** Kept free for telling CloudFormation, which would otherwise wait for an hour. */
const SPARE_MS = 12_000;

/** The handler that runs the step for a Create or an Update. What is deleted leaves everything as it is, or is cleared away. */
export function customResource(
  step: Step,
  waiting: Waiting = realWaiting,
  clearAway: Step = leaveAsItIs,
): (event: CloudFormationCustomResourceEvent, context: TimedContext) => Promise<void> {
  return async (event, context) => {
    const task = event.RequestType === 'Delete' ? clearAway : step;
    const failure = await failureOf(task, event.ResourceProperties, timeFor(context), waiting);
    if (failure !== undefined) console.error(failure);
    await putAnswer(event.ResponseURL, answerTo(event, failure), waiting);
  };
}

async function leaveAsItIs(): Promise<void> {}

export type TimedContext = Pick<Context, 'getRemainingTimeInMillis'>;

function timeFor(context: TimedContext): number {
  const remainingMs = context.getRemainingTimeInMillis();
  return Math.max(remainingMs - SPARE_MS, remainingMs / 2);
}

/** Why the step failed, in a sentence, or `undefined` where it did not. */
async function failureOf(
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
  try {
    const { signal } = deadline;
    const done = retry(async () => step(properties, signal), notKnownYet, {
      waiting,
      signal,
      log: console.log,
    });
    await Promise.race([done, rejectedBy(signal, late)]);
    return undefined;
  } catch (error) {
    return errorMessage(deadline.signal.aborted ? late : error);
  } finally {
    clearTimeout(timer);
  }
}

async function rejectedBy(signal: AbortSignal, reason: Error): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(reason);
    });
  });
}

/** The physical id stays the same: another one would make CloudFormation replace and delete the resource. */
function answerTo(
  event: CloudFormationCustomResourceEvent,
  failure: string | undefined,
): CustomResourceAnswer {
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
  };
}
