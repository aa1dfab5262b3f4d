import type { Clock } from '../../lambda/aws/clock.ts';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that is stopped until it is advanced. */
export class VirtualClock implements Clock {
  #now: number;
  /** The sum of its corrections, in milliseconds. */
  #corrected = 0;
  #timers: Timer[] = [];

  constructor(now = Date.parse('2026-11-20T08:00:00.000Z')) {
    this.#now = now;
  }

  /** How many callbacks are still to come. */
  get pending(): number {
    return this.#timers.length;
  }

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#now - this.#corrected;
  }

  schedule(milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.#now + milliseconds, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Sets the time as somebody does who corrects a clock: no time passes. */
  correct(milliseconds: number): void {
    this.#now += milliseconds;
    this.#corrected += milliseconds;
    this.#timers = this.#timers.map(({ at, callback }) => ({ at: at + milliseconds, callback }));
  }

  /** Sets the time without running what was due meanwhile, as a frozen process sees it. */
  jump(milliseconds: number): void {
    this.#now += milliseconds;
  }

  /** Lets time pass: runs what is due, in order, and lets the promises behind it settle each time. */
  async pass(milliseconds: number): Promise<void> {
    const until = this.#now + milliseconds;
    await settle();
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
      await settle();
    }
    this.#now = until;
  }
}

/** Lets every promise that can settle without time or a thread settle. */
async function settle(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}
