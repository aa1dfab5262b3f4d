/** Sends a refresh event to a directory's function. */

import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import * as v from 'valibot';

import type { Refreshed, RefreshEvent } from '../../contract/refresh-event.ts';

/**
 * The report on a refresh. Only its field `directory` is checked, because the caller and the function normally come from the
 * same release.
 */
const Report = v.custom<Refreshed>((report) => v.is(v.object({ directory: v.string() }), report));

/** The payload that Lambda returns if a function throws, times out or does not start. */
const RuntimeError = v.object({
  errorType: v.optional(v.string(), 'Error'),
  errorMessage: v.string(),
});

/** A directory's function failed, or could not refresh its list. */
export class NotServing extends Error {
  override readonly name = 'NotServing';
}

/**
 * Resolves with the function's report on the refresh.
 *
 * @throws NotServing if the function fails or does not return a report. If the function cannot be called, or if `signal` is
 * aborted, throws the SDK's error.
 */
export async function requestRefresh(
  client: LambdaClient,
  functionName: string,
  refresh: RefreshEvent['refresh'],
  signal: AbortSignal,
): Promise<Refreshed> {
  const event = JSON.stringify({ refresh } satisfies RefreshEvent);
  const command = new InvokeCommand({ FunctionName: functionName, Payload: event });
  const { FunctionError, Payload } = await client.send(command, { abortSignal: signal });
  const payload = v.safeParse(v.pipe(v.string(), v.parseJson()), Payload?.transformToString());
  if (FunctionError !== undefined) {
    const { success, output } = v.safeParse(RuntimeError, payload.output);
    const message = success ? `${output.errorType}: ${output.errorMessage}` : FunctionError;
    throw new NotServing(`the function ${functionName} failed (${message})`);
  }
  if (v.is(Report, payload.output)) return payload.output;
  throw new NotServing(`the function ${functionName} did not return a report on the refresh`);
}
