/** A process in virtual time. Its clock can be wrong, its calls take time, and it can freeze or end. */

import type { Clock } from '../../lambda/aws/clock.ts';
import type { Handler } from '../../lambda/directory/list-handler.ts';
import type { VirtualClock } from '../support/clocks.ts';
import type { State } from './portal.ts';
import type { StoredObject } from './stored-object.ts';

/** A visitor's request for a list, with its timeouts. */
export const visit = {
  isRefresh: false,
  acceptDrop: false,
  limits: { storeMs: 1000, databaseMs: 3000, answerMs: 5000 },
  request: { method: 'GET', coding: 'br', ifNoneMatch: '', userAgent: '' },
};

export type Asked = Readonly<typeof visit>;

const limits = { storeMs: 5000, databaseMs: 45_000, answerMs: 60_000 };
export const refresh = { ...visit, isRefresh: true, limits };

/**
 * An event that a process handles, with the replies that the process gets. Fields that end in `ByClock` are times on the
 * process's own clock. All other times are on the model's clock.
 */
export interface Invocation {
  readonly process: Process;
  readonly asked: Asked;
  readonly startedAt: number;
  readonly startedAtByClock: number;
  /** Whether the process froze or ended, or its clock was set, during the invocation. */
  isDisturbed: boolean;
  /**
   * Smallest and largest number of records in the copy during the invocation. 0 if there is no copy, or if its metadata
   * contains no valid number.
   */
  least: number;
  most: number;
  read?: {
    readonly askedAtByClock: number;
    readonly at: number;
    readonly state?: State;
    readonly outcome?: 'read' | 'outage' | 'defect' | 'resuming';
  };
  get?: { readonly object: StoredObject | undefined; readonly error: string; readonly at: number };
  put?: { readonly sentAt: number; readonly error: string; readonly at: number };
}

/** A list that a process serves and keeps in memory, according to the oracle. */
export interface Served extends Pick<StoredObject, 'body' | 'records' | 'cachedAt'> {
  readonly source: 'database' | 'last-good';
  readonly sinceByClock: number;
  readonly isDisturbed: boolean;
  /**
   * Number of records to compare this list with, or 0 if the list can have any length. If the number is more than ten, and the
   * list has less than half as many records, the lifetime of the list is at most a minute.
   */
  readonly before: number;
  /** Whether the process compared this list with an earlier one, or did not need to. */
  readonly isComparable: boolean;
}

export class Process {
  readonly timeline: VirtualClock;
  readonly clock: Clock;
  readonly log: string[] = [];
  handler: Handler | undefined;
  /** How far the process's clock is ahead. */
  skewMs = 0;
  frozenUntil = 0;
  isGone = false;
  current: Invocation | undefined;
  memory: Served | undefined;
  /** Number of records in the last list that the process published with a lifetime of an hour. */
  published: number | undefined;
  /** Number of records in the last copy that the process read. */
  seen: number | undefined;

  constructor(timeline: VirtualClock) {
    this.timeline = timeline;
    this.clock = {
      now: () => timeline.now() + this.skewMs,
      elapsed: () => timeline.now(),
      schedule: (milliseconds, callback) => this.#later(milliseconds, callback),
    };
  }

  /** Invocation to which the current call belongs. */
  get invocation(): Invocation {
    if (this.current === undefined) throw new Error('a call is made after the answer');
    return this.current;
  }

  /**
   * Makes a call. A call with an infinite duration has no effect. Any other call takes effect after half of its duration, even
   * if the process does not get the reply. The model never cancels a call, because the SDK sometimes fails to cancel one, and
   * the timeouts of the service must work even then.
   */
  async call<T>(milliseconds: number, serve: Serve<T>): Promise<T> {
    if (milliseconds === Infinity) return new Promise(() => {});
    return new Promise((resolve, reject) => {
      this.timeline.schedule(milliseconds / 2, () => {
        const { value, hear } = serve();
        const deliver = (): void => {
          hear?.(this.timeline.now());
          if (value instanceof Error) reject(value);
          else resolve(value);
        };
        this.#later(milliseconds / 2, deliver);
      });
    });
  }

  /**
   * Schedules a callback. A frozen process gets its callbacks when it continues. A process that has ended gets no callbacks.
   */
  #later(milliseconds: number, callback: () => void): () => void {
    return this.timeline.schedule(milliseconds, () => {
      const frozenMs = this.frozenUntil - this.timeline.now();
      if (frozenMs > 0) this.#later(frozenMs, callback);
      else if (!this.isGone) callback();
    });
  }
}

type Serve<T> = () => { readonly value: T | Error; readonly hear?: (at: number) => void };
