import type { Clock } from '../../lambda/aws/clock.ts';

/** Returns a clock that skips each pause. @param onPause - called with the length of a pause before the pause ends. */
export function skippingClock(onPause: (milliseconds: number) => void | Promise<void>): Clock {
  let now = 0;
  return {
    now: () => now,
    elapsed: () => now,
    schedule(milliseconds, callback) {
      now += milliseconds;
      void (async () => {
        await onPause(milliseconds);
        callback();
      })();
      return () => {};
    },
  };
}
