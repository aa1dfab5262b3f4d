/** How long each step may take, and the one way in which time runs out. */

import type { Clock } from './clock.ts';

/** The database attempt when there is nothing else to serve: worth waiting for. */
export const READ_WITHOUT_COPY_MS = 8000;

/** One call to the store of last-good copies. */
export const STORE_MS = 1000;

/** The whole answer: 4 s with a copy and 10 s without, less what rendering and the way out take. */
export const ANSWER_WITH_COPY_MS = 3800;
export const ANSWER_WITHOUT_COPY_MS = 9800;

/** A refresh: Aurora takes up to half a minute to wake up, and Lambda ends a function after a minute. */
export const REFRESH_READ_MS = 45_000;
export const REFRESH_MS = 50_000;

export class DeadlineExceeded extends Error {
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    super(`No answer within ${milliseconds} ms`);
    this.name = 'DeadlineExceeded';
    this.milliseconds = milliseconds;
  }
}

/** A signal that aborts at a point in time, which may be moved until it has passed. */
export class Deadline {
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #controller = new AbortController();
  #cancel: () => void = () => {};

  constructor(clock: Clock, milliseconds: number) {
    this.#clock = clock;
    this.#startedAt = clock.elapsed();
    this.moveTo(milliseconds);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Sets the deadline to `milliseconds` after its start. */
  moveTo(milliseconds: number): void {
    this.#cancel();
    const left = this.#startedAt + milliseconds - this.#clock.elapsed();
    this.#cancel = this.#clock.schedule(Math.max(0, left), () => {
      this.#controller.abort(new DeadlineExceeded(milliseconds));
    });
  }

  /** Stops the timer. Whatever still hangs on the signal is aborted, so that nothing outlives the answer. */
  end(): void {
    this.#cancel();
    this.#controller.abort(new DeadlineExceeded(this.#clock.elapsed() - this.#startedAt));
  }
}

/**
 * The promise, or a rejection as soon as the signal aborts. The SDK stops waiting for headers when told to,
 * but a body that trickles in is read to its end.
 */
export async function orAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = (): void => {
      const reason: unknown = signal.reason;
      reject(reason instanceof Error ? reason : new Error('aborted'));
    };
    const settled = (): void => {
      signal.removeEventListener('abort', onAbort);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(settled);
    if (signal.aborted) onAbort();
  });
}

/** Whether `milliseconds` could pass before the signal aborted. */
export async function pause(
  clock: Clock,
  milliseconds: number,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) return false;
  return new Promise((resolve) => {
    const onAbort = (): void => {
      cancel();
      resolve(false);
    };
    const cancel = clock.schedule(milliseconds, () => {
      signal.removeEventListener('abort', onAbort);
      resolve(true);
    });
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
