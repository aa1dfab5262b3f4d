/**
 * A deployment step: a custom resource whose function CloudFormation calls directly, without the CDK's provider framework
 * (CloudFormation User Guide, "Custom resource request and response reference").
 */

import { DeadlineExceeded, retry, systemClock, within } from '../aws/clock.ts';
import { errorMessage, whyAgain } from '../aws/errors.ts';

/** The resource's properties. CloudFormation sends every scalar value as a string. */
type Properties = Readonly<Record<string, unknown>>;

/**
 * The work that a step does. It must be idempotent, because it starts again from the beginning after a transient error. If it
 * fails, CloudFormation shows its error message to the operator.
 */
export type Step = (properties: Properties, signal: AbortSignal) => Promise<void>;

/** The parts of CloudFormation's request that the handler reads. */
interface ResourceEvent extends Readonly<
  Record<'ResponseURL' | 'StackId' | 'RequestId' | 'LogicalResourceId', string>
> {
  readonly RequestType: 'Create' | 'Update' | 'Delete';
  /** Absent when the resource is created. */
  readonly PhysicalResourceId?: string;
  readonly ResourceProperties: Properties;
}

/**
 * Time reserved for the response to CloudFormation. Without a response, CloudFormation would wait until the resource's timeout.
 */
const SPARE_MS = 12_000;

/** Timeout of one attempt to send the response. */
const PUT_MS = 2500;

/** CloudFormation rejects a longer body. The resource would then hang until its timeout. */
const LONGEST_BODY_BYTES = 4096;

/**
 * Returns the handler that runs the step when the resource is created or updated. By default, nothing happens when the resource
 * is deleted.
 */
export function customResource(step: Step, onDelete: Step = async () => {}, clock = systemClock) {
  return async (event: ResourceEvent, context: { getRemainingTimeInMillis(): number }) => {
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
      // If the id changed, CloudFormation would replace the resource and delete the old one.
      PhysicalResourceId: event.PhysicalResourceId ?? LogicalResourceId,
      StackId,
      RequestId,
      LogicalResourceId,
    };
    // If the response cannot be delivered, this throws an error, so that Lambda calls the function again with the same event.
    const last = { clock, signal: AbortSignal.timeout(SPARE_MS - PUT_MS), log };
    await retry(async () => put(event.ResponseURL, bodyOf(response)), errorMessage, last);
  };
}

/** Returns the response as JSON, with a shortened reason if it is too long. */
function bodyOf(response: { readonly Reason: string }): string {
  const body = JSON.stringify(response);
  if (Buffer.byteLength(body) <= LONGEST_BODY_BYTES) return body;
  const { Reason } = response;
  return bodyOf({ ...response, Reason: `${Reason.slice(0, 0.95 * Reason.length - 1)}…` });
}

/**
 * Sends the response with an empty content type, as the signature of the URL requires. By default, `fetch` would set a type.
 */
async function put(url: string, body: string): Promise<void> {
  const headers = { 'content-type': '' };
  const signal = AbortSignal.timeout(PUT_MS);
  const response = await fetch(url, { method: 'PUT', headers, body, redirect: 'manual', signal });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The response URL returned HTTP ${response.status}`);
}
