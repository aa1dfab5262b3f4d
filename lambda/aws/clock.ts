/** Time. Tests replace it, so that hours pass within milliseconds. */

export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Milliseconds since an arbitrary moment. A correction of the system clock does not change it. */
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

/** Resolves after `milliseconds`. @throws the signal's reason, as soon as the signal is aborted */
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
 * Resolves with the result of the work, or rejects at the deadline. It does not rely on the signal alone, because the SDK reads a
 * slow body to its end even if the signal is aborted.
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
