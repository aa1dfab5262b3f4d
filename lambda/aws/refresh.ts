/** Asks the function of a directory to read its list now, and says whether the directory can be served from then on. */

import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import * as v from 'valibot';

import type { Refreshed, RefreshEvent } from '../../contract/refresh.ts';
import { saysDenied } from './retry.ts';

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

/** A directory that has no copy to fall back to, that cannot keep one, or whose database does not give what it should. */
export class NotServing extends Error {
  override readonly name = 'NotServing';
  /** Whether it may end by itself. */
  readonly isTransient: boolean;

  constructor(message: string, isTransient = false) {
    super(message);
    this.isTransient = isTransient;
  }
}

/** What a copy is for: with one, these do not stop a deployment. */
const COVERED = new Set(['DatabaseOutage', 'ListRefused']);

/** A copy is no proof by itself: it may be of a time when the function could still write. @throws NotServing */
export function requireServing({
  records,
  failure,
  copy,
  kept,
}: Refreshed): NonNullable<Refreshed['copy']> {
  if (failure !== undefined && !COVERED.has(failure.name)) {
    throw new NotServing(`${failure.name}: ${failure.reason}`, saysDenied(failure.reason));
  }
  if (kept?.state === 'failed') {
    const found = failure === undefined ? `${records} records were read` : failure.name;
    throw new NotServing(
      `${found}, and the last-good copy could not be written (${kept.reason}): look at the function's permissions on the bucket`,
      true,
    );
  }
  if (kept?.state === 'superseded') {
    throw new NotServing('another process wrote the last-good copy at the same time', true);
  }
  if (kept !== undefined && copy !== undefined) return copy;
  throw failure === undefined
    ? new NotServing('the function read nothing and has no last-good copy')
    : new NotServing(
        `${failure.name}: ${failure.reason}, and there is no last-good copy`,
        failure.name === 'DatabaseOutage',
      );
}
