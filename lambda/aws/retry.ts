/** Retries while a database resumes, while a lock is held, or until a new permission has taken effect. */

import { types } from 'node:util';

import { type Clock, pause } from './clock.ts';
import { ACCESS_DENIED, errorName, waitReason } from './errors.ts';

export interface RetryOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called with the reason before each pause. */
  readonly log: (line: string) => void;
}

/** Long enough for an Aurora cluster that was paused for more than a day: it takes half a minute or more to resume. */
const RETRY_FOR_MS = 180_000;

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Calls `ask` until it resolves.
 *
 * @param whyWait - returns the reason to retry after an error, or `undefined` if a retry would not help.
 * @throws the error, if a retry would not help or about three minutes have passed.
 */
export async function retry<T>(
  ask: () => Promise<T>,
  whyWait: (error: unknown) => string | undefined,
  { clock, signal, log }: RetryOptions,
): Promise<T> {
  const startedAt = clock.now();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await ask();
    } catch (error) {
      const reason = whyWait(error);
      const waitedMs = clock.now() - startedAt;
      if (reason === undefined || waitedMs + pauseMs > RETRY_FOR_MS) throw error;
      log(`${reason}; waited ${Math.round(waitedMs / 1000)} s, retrying in ${pauseMs / 1000} s`);
      await pause(clock, pauseMs, signal);
    }
  }
}

/** SQLSTATEs lock_not_available and deadlock_detected (PostgreSQL documentation, appendix A). */
const LOCKED = /SQLState: (?:55P03|40P01)/u;

/** Returns the reason to query a database again after this error, or `undefined` if that would not help. */
export function notReadyYet(error: unknown): string | undefined {
  if (!types.isNativeError(error)) return undefined;
  if (LOCKED.test(error.message)) return 'another transaction holds a lock on the tables or views';
  return waitReason(errorName(error)) ?? notReadyYet(error.cause);
}

/** A failure that may end without anyone acting. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
}

/**
 * Returns the reason to repeat a step of a deployment after this error, or `undefined` if that would not help. A role or a policy
 * that is seconds old may not have taken effect (IAM User Guide, "Changes that I make are not always immediately visible").
 */
export function whyAgain(error: unknown): string | undefined {
  if (!types.isNativeError(error)) return undefined;
  if (error instanceof NotYet) return error.message;
  const name = errorName(error);
  if (!ACCESS_DENIED.test(name)) return notReadyYet(error) ?? whyAgain(error.cause);
  return `${name}: a permission that was granted a moment ago may not be known there yet`;
}
