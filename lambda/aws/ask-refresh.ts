/** Asks the function of a directory to read its list now. */

import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import * as v from 'valibot';

import type { Refreshed, RefreshEvent } from '../../contract/refresh-event.ts';

/** The part of `Refreshed` by which an answer is known as that of a function of ours. */
const Answer = v.custom<Refreshed>((answer) => v.is(v.object({ directory: v.string() }), answer));

/** The Lambda runtime's answer for a function that threw, timed out or did not start. */
const RuntimeError = v.object({
  errorType: v.optional(v.string(), 'Error'),
  errorMessage: v.string(),
});

/** A directory that cannot be refreshed, or that could not answer an outage from a copy. */
export class NotServing extends Error {
  override readonly name = 'NotServing';
}

/** @throws NotServing where the function fails or answers something else. */
export async function refresh(
  client: LambdaClient,
  functionName: string,
  asked: RefreshEvent['refresh'],
  signal: AbortSignal,
): Promise<Refreshed> {
  const event: RefreshEvent = { refresh: asked };
  const { FunctionError, Payload } = await client.send(
    new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(event) }),
    { abortSignal: signal },
  );
  const answer = v.safeParse(v.pipe(v.string(), v.parseJson()), Payload?.transformToString());
  if (FunctionError !== undefined) {
    const thrown = v.safeParse(RuntimeError, answer.output);
    const message = thrown.success
      ? `${thrown.output.errorType}: ${thrown.output.errorMessage}`
      : FunctionError;
    throw new NotServing(`its function ${functionName} fails (${message})`);
  }
  const refreshed = v.safeParse(Answer, answer.output);
  if (refreshed.success) return refreshed.output;
  throw new NotServing(`its function ${functionName} does not answer a refresh as it should`);
}
