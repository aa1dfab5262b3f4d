/** Two clocks for tests. They never wait. */

import { setImmediate } from 'node:timers/promises';

import type { Clock } from '../../lambda/aws/clock.ts';

/** A clock that moves only when a test advances it. */
export class VirtualClock implements Clock {
  #now: number;
  #timers: { readonly at: number; readonly callback: () => void }[] = [];

  constructor(now = Date.parse('2026-11-20T08:00:00.000Z')) {
    this.#now = now;
  }

  /** Number of pending callbacks. */
  get pending(): number {
    return this.#timers.length;
  }

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#now;
  }

  schedule(milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.#now + milliseconds, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Advances the time without running callbacks, as in a frozen process. */
  jump(milliseconds: number): void {
    this.#now += milliseconds;
  }

  /** Lets time pass. Runs the due callbacks in order, and lets promises settle after each one. */
  async pass(milliseconds: number): Promise<void> {
    const until = this.#now + milliseconds;
    await setImmediate();
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
      await setImmediate();
    }
    this.#now = until;
  }
}

/** Returns a clock that skips each pause. @param onPause - called before a pause ends, with its length. */
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
