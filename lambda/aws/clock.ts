/** Pauses, deadlines and retries. Tests replace the clock, so that hours pass within milliseconds. */

export type Clock = typeof systemClock;

export const systemClock = {
  /** Milliseconds since the Unix epoch. */
  now: Date.now,
  /** Milliseconds since an arbitrary moment. Corrections to the system clock do not affect this value. */
  elapsed: () => Math.round(performance.now()),
  /** Calls `callback` after `milliseconds`, unless the returned function is called first. */
  schedule(milliseconds: number, callback: () => void): () => void {
    const timer = setTimeout(callback, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
};

export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
}

/** Resolves after `milliseconds`. @throws the signal's reason, as soon as the signal is aborted */
export async function pause(clock: Clock, milliseconds: number, signal?: AbortSignal) {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const end = (): void => {
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.schedule(milliseconds, end);
    signal?.addEventListener('abort', end);
  });
  signal?.throwIfAborted();
}

/**
 * Resolves with the result of the work. At the deadline, aborts the signal and rejects without waiting for the work, because the
 * SDK reads a slow response body to its end even if the signal is aborted.
 *
 * @throws DeadlineExceeded at the deadline. An earlier error of the work is passed on unchanged.
 */
export async function within<T>(
  clock: Clock,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const cancel = clock.schedule(milliseconds, () => {
      const late = new DeadlineExceeded(`no answer within ${milliseconds} ms`);
      reject(late);
      controller.abort(late);
    });
    work(controller.signal).then(resolve, reject).finally(cancel);
  });
}

/** How long to keep retrying. Aurora resumes in 15 s, or in at least 30 s if the cluster was paused for more than a day. */
const RETRY_FOR_MS = 180_000;

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Calls `ask` repeatedly until it resolves.
 *
 * @param whyWait - returns the reason to retry after an error, or `undefined` if a retry would not help.
 * @param log - called before each pause, with a line that contains the reason.
 * @throws the last error, if a retry would not help or if about three minutes have passed. Throws the signal's reason if the
 * signal is aborted during a pause.
 */
export async function retry<T>(
  ask: () => Promise<T>,
  whyWait: (error: unknown) => string | undefined,
  { clock, signal, log }: { clock: Clock; signal: AbortSignal; log: (line: string) => void },
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
