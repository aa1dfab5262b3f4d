import type { Clock } from '../../lambda/aws/clock.ts';

/** A clock that skips each pause. @param onPause - called with the milliseconds of a pause before it ends. */
export function skippingClock(onPause: (milliseconds: number) => void | Promise<void>): Clock {
  let now = 0;
  const skip = async (milliseconds: number, callback: () => void): Promise<void> => {
    await onPause(milliseconds);
    callback();
  };
  return {
    now: () => now,
    elapsed: () => now,
    schedule(milliseconds, callback) {
      now += milliseconds;
      void skip(milliseconds, callback);
      return () => {};
    },
  };
}
