/** Retries while a database resumes, a lock is held, or a new permission is not known everywhere yet. */

import { types } from 'node:util';

import { type Clock, pause } from './clock.ts';
import { ACCESS_DENIED, errorName, waitReason } from './errors.ts';

export interface RetryOptions {
  readonly clock: Clock;
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
      log(
        `${reason}; waited ${Math.round(waitedMs / 1000)} s, asking again in ${pauseMs / 1000} s`,
      );
      await pause(clock, pauseMs, signal);
    }
  }
}

/** SQLSTATEs lock_not_available and deadlock_detected (PostgreSQL documentation, appendix A). */
const LOCKED = /SQLState: (?:55P03|40P01)/u;

/** Why to ask a database again after this error; `undefined` where that would not help. */
export function notReadyYet(error: unknown): string | undefined {
  if (!types.isNativeError(error)) return undefined;
  if (LOCKED.test(error.message)) return 'another transaction holds a lock on the tables or views';
  return waitReason(errorName(error)) ?? notReadyYet(error.cause);
}

/** A failure that may end by itself. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
}

/**
 * Why to do a step of a deployment again after this error. A role or a policy that is seconds old is not known everywhere
 * yet (IAM User Guide, "Changes that I make are not always immediately visible").
 */
export function whyAgain(error: unknown): string | undefined {
  if (!types.isNativeError(error)) return undefined;
  if (error instanceof NotYet) return error.message;
  const name = errorName(error);
  if (!ACCESS_DENIED.test(name)) return notReadyYet(error) ?? whyAgain(error.cause);
  return `${name}: a permission that was granted a moment ago may not be known there yet`;
}
