/**
 * A step of a deployment: a custom resource whose function CloudFormation calls itself (CloudFormation User Guide, "Custom
 * resource request and response reference").
 */

import { DeadlineExceeded, systemClock, within } from '../aws/clock.ts';
import { errorMessage } from '../aws/errors.ts';
import { retry, whyAgain } from '../aws/retry.ts';

/** The resource's properties, as CloudFormation sends them: every value is a text. */
type Properties = Readonly<Record<string, unknown>>;

/**
 * What a resource does. An error's message is what the operator reads. It is done again from its beginning after an error
 * that may end by itself, so doing it twice has to give the same.
 */
export type Step = (properties: Properties, signal: AbortSignal) => Promise<void>;

/** The parts of CloudFormation's request that are read. */
interface ResourceEvent extends Readonly<
  Record<'ResponseURL' | 'StackId' | 'RequestId' | 'LogicalResourceId', string>
> {
  readonly RequestType: 'Create' | 'Update' | 'Delete';
  /** Absent at the creation. */
  readonly PhysicalResourceId?: string;
  readonly ResourceProperties: Properties;
}

/** Kept free for responding to CloudFormation, which would otherwise wait for an hour. */
const SPARE_MS = 12_000;
const PUT_MS = 2500;

/** CloudFormation refuses a longer body, and the resource would hang until its timeout. */
const LONGEST_BODY_BYTES = 4096;

/** The handler that does the step when the resource is created or updated. A deleted one leaves everything as it is. */
export function customResource(
  step: Step,
  onDelete: Step = async () => {},
  clock = systemClock,
): (event: ResourceEvent, context: { getRemainingTimeInMillis(): number }) => Promise<void> {
  return async (event, context) => {
    const { RequestType, ResourceProperties, StackId, RequestId, LogicalResourceId } = event;
    const remainingMs = context.getRemainingTimeInMillis();
    const { log } = console;
    const limitMs = Math.floor(Math.max(remainingMs - SPARE_MS, remainingMs / 2));
    const work = RequestType === 'Delete' ? onDelete : step;
    let failure = '';
    try {
      await within(systemClock, limitMs, async (signal) => {
        const once = async (): Promise<void> => work(ResourceProperties, signal);
        return retry(once, whyAgain, { clock, signal, log });
      });
    } catch (error) {
      const tooLate = `The step did not finish within ${Math.round(limitMs / 1000)} s`;
      failure = error instanceof DeadlineExceeded ? tooLate : errorMessage(error);
      console.error(failure);
    }
    const response = {
      Status: failure === '' ? 'SUCCESS' : 'FAILED',
      Reason: failure,
      // Another one would make CloudFormation replace and delete the resource.
      PhysicalResourceId: event.PhysicalResourceId ?? LogicalResourceId,
      StackId,
      RequestId,
      LogicalResourceId,
    };
    // Where nobody takes it, this fails, so that Lambda calls the function again with the same event.
    const last = { clock, signal: AbortSignal.timeout(SPARE_MS - PUT_MS), log };
    await retry(async () => put(event.ResponseURL, bodyOf(response)), errorMessage, last);
  };
}

/** The whole response, with as much of the reason as fits. */
function bodyOf(response: { readonly Reason: string }): string {
  const body = JSON.stringify(response);
  if (Buffer.byteLength(body) <= LONGEST_BODY_BYTES) return body;
  const { Reason } = response;
  return bodyOf({ ...response, Reason: `${Reason.slice(0, 0.95 * Reason.length - 1)}…` });
}

/** The URL is signed for an empty content type: left to itself, `fetch` would choose one. */
async function put(url: string, body: string): Promise<void> {
  const headers = { 'content-type': '' };
  const signal = AbortSignal.timeout(PUT_MS);
  const response = await fetch(url, { method: 'PUT', headers, body, redirect: 'manual', signal });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`CloudFormation's address answered HTTP ${response.status}`);
}
