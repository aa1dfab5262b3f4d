/** Time as a dependency, so that a test can let three minutes pass without waiting. */

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `action` once after `ms` milliseconds; what it returns takes that back. */
  schedule(ms: number, action: () => void): () => void;
}

/** The clock on the wall. Its timers alone never keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  schedule(ms, action) {
    const timer = setTimeout(action, ms);
    timer.unref();
    return () => {
      clearTimeout(timer);
    };
  },
};
