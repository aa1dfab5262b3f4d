/** Asks the function of a directory to read its list now. */

import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import * as v from 'valibot';

import type { Refreshed, RefreshEvent } from '../contract/refresh.ts';
import { NotServing } from '../deploy/first-copies/require-serving.ts';

const Answer = v.object({
  directory: v.string(),
  records: v.exactOptional(v.number()),
  failure: v.exactOptional(
    v.object({
      kind: v.picklist(['outage', 'defect']),
      name: v.string(),
      reason: v.string(),
      isDrop: v.exactOptional(v.literal(true)),
    }),
  ),
  kept: v.exactOptional(
    v.variant('state', [
      v.object({ state: v.picklist(['written', 'superseded']) }),
      v.object({ state: v.literal('failed'), reason: v.string() }),
    ]),
  ),
  copy: v.exactOptional(v.object({ records: v.number(), cachedAt: v.string() })),
});

/** What the Lambda runtime says of a function that threw, timed out or did not start. */
const RuntimeError = v.object({
  errorType: v.optional(v.string(), 'Error'),
  errorMessage: v.optional(v.string(), 'without a message'),
});

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
    const told = v.safeParse(RuntimeError, answer.output);
    const words = told.success
      ? `${told.output.errorType}: ${told.output.errorMessage}`
      : FunctionError;
    throw new NotServing(`its function ${functionName} fails (${words})`);
  }
  const refreshed = v.safeParse(Answer, answer.output);
  if (refreshed.success) return refreshed.output;
  throw new NotServing(`its function ${functionName} does not answer a refresh as it should`);
}
