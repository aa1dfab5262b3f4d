/** Time, injected, so that hours pass in a test within milliseconds; and the one way in which time runs out. */

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
  override readonly name = 'DeadlineExceeded';
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    super(`No answer within ${milliseconds} ms`);
    this.milliseconds = milliseconds;
  }
}

/**
 * What the work resolves with, or a rejection as soon as the time is up. The limit is around the promise as well as in the
 * signal, because the SDK reads a slow body to its end even when told to stop.
 */
export async function within<T>(
  clock: Clock,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const cancel = clock.schedule(milliseconds, () => {
      const late = new DeadlineExceeded(milliseconds);
      reject(late);
      controller.abort(late);
    });
    work(controller.signal).then(resolve, reject).finally(cancel);
  });
}
