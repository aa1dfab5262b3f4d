/** Time, which tests replace, so that hours pass within milliseconds. */

export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Milliseconds since some moment. Correcting the clock does not change it. */
  elapsed(): number;
  /** Calls back after `milliseconds`, unless the returned function cancels it. */
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

/** Resolves after `milliseconds`. @throws the reason of the signal, as soon as it is aborted */
export async function pause(
  clock: Clock,
  milliseconds: number,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const end = (): void => {
      signal?.removeEventListener('abort', abort);
      resolve();
    };
    const cancel = clock.schedule(milliseconds, end);
    const abort = (): void => {
      cancel();
      end();
    };
    signal?.addEventListener('abort', abort);
  });
  signal?.throwIfAborted();
}

/**
 * Resolves with the result of the work, or rejects at the deadline. The promise is rejected and the signal is aborted, because the
 * SDK reads a slow body to its end despite the signal.
 *
 * @throws DeadlineExceeded
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
