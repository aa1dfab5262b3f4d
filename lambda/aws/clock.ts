/** Time, injected, so that hours can pass in a test within milliseconds; and the one way in which time runs out. */

export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Milliseconds since some moment. A clock that is corrected changes `now()`, and this not. */
  elapsed(): number;
  /** Calls back after `milliseconds` unless cancelled by the function that is returned. */
  schedule(milliseconds: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  elapsed: () => Math.round(performance.now()),
  schedule(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
};

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

  /** Stops the timer. Whatever still depends on the signal is aborted, so that nothing outlives the answer. */
  end(): void {
    this.#cancel();
    this.#controller.abort(new DeadlineExceeded(this.#clock.elapsed() - this.#startedAt));
  }
}

/**
 * The promise, or a rejection as soon as the signal aborts. The SDK stops waiting for headers when told to, but reads a
 * slow body to its end.
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
