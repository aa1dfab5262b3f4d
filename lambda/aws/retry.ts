/** Retries while a service resumes, or does not know a new permission yet. */

import { setTimeout as pause } from 'node:timers/promises';
import { types } from 'node:util';

import type { Execute } from './data-api.ts';
import { errorName } from './errors.ts';

/** Time, injected, so that minutes can pass in a test within milliseconds. */
export interface Waiting {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Rejects when the signal is aborted. */
  readonly pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

export const realWaiting: Waiting = {
  now: Date.now,
  pause: async (milliseconds, signal) => pause(milliseconds, undefined, { signal }),
};

export interface RetryOptions {
  readonly waiting: Waiting;
  readonly signal: AbortSignal;
  /** Called with the reason before each pause. */
  readonly log: (line: string) => void;
}

/** An Aurora cluster that was paused for longer than a day takes half a minute or more. */
const RETRY_FOR_MS = 180_000;

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 10_000;

/**
 * @param whyWait - the reason to ask again after this error, or `undefined` where that would not help.
 * @throws the last error, once about three minutes have passed.
 */
export async function retry<T>(
  ask: () => Promise<T>,
  whyWait: (error: unknown) => string | undefined,
  { waiting, signal, log }: RetryOptions,
): Promise<T> {
  const startedAt = waiting.now();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await ask();
    } catch (error) {
      const reason = whyWait(error);
      const waitedMs = waiting.now() - startedAt;
      if (reason === undefined || waitedMs + pauseMs > RETRY_FOR_MS) throw error;
      log(`${reason}; waited ${waitedMs / 1000} s, asking again in ${pauseMs / 1000} s`);
      await waiting.pause(pauseMs, signal);
    }
  }
}

/** Asks every so often; resolves with the first answer that is done, or with the last one when time is up. */
export async function waitUntil<T>(
  waiting: Waiting,
  { everyMs, atMostMs }: { readonly everyMs: number; readonly atMostMs: number },
  ask: () => Promise<T>,
  isDone: (answer: T) => boolean,
): Promise<T> {
  const startedAt = waiting.now();
  for (;;) {
    const answer = await ask();
    if (isDone(answer) || waiting.now() + everyMs > startedAt + atMostMs) return answer;
    await waiting.pause(everyMs);
  }
}

/** As Lambda, the Data API, Secrets Manager and S3 call it. */
const DENIED = /^(?:KMS)?AccessDenied|^Forbidden/u;

/** Whether the name of an error, or what begins with it, says that a permission is missing. */
export function saysDenied(text: string): boolean {
  return DENIED.test(text);
}

/**
 * Why to ask again after a refusal; `undefined` for any other error. A role or a policy that is seconds old is not known
 * everywhere yet (IAM User Guide, "Changes that I make are not always immediately visible").
 */
export function notKnownYet(error: unknown): string | undefined {
  if (!types.isNativeError(error)) return undefined;
  const name = errorName(error);
  if (!saysDenied(name)) return notKnownYet(error.cause);
  return `${name}: a permission that was granted a moment ago may not be known there yet`;
}

/** These end by themselves: by the error's name, because half of them arrive as HTTP 400. */
const TRANSIENT: ReadonlyMap<string, string> = new Map([
  ['DatabaseResumingException', 'the paused database is waking up'],
  ['DatabaseUnavailableException', 'the writer instance is not available yet'],
  ['DatabaseNotFoundException', 'the cluster has no instance yet'],
  ['HttpEndpointNotEnabledException', 'the Data API of the cluster is not enabled yet'],
  ['StatementTimeoutException', 'the database did not answer in time'],
]);

/** Resumes a paused database, or waits for one that does not exist yet. */
export async function awake(execute: Execute, retryOptions: RetryOptions): Promise<void> {
  await retry(
    async () => execute('select 1'),
    (error) => TRANSIENT.get(errorName(error)),
    retryOptions,
  );
}
