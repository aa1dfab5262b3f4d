/** A process in virtual time: its clock may be wrong, its calls take time, and it may freeze or end. */

import type { Clock } from '../../lambda/aws/clock.ts';
import type { Handler } from '../../lambda/directory/list-handler.ts';
import type { VirtualClock } from '../support/virtual-clock.ts';
import type { State } from './portal.ts';
import type { StoredObject } from './stored-object.ts';

/** A request for a list, and how long it may take. */
export const visit = {
  isRefresh: false,
  acceptDrop: false,
  limits: { storeMs: 1000, databaseMs: 3000, answerMs: 5000 },
  request: { method: 'GET', coding: 'br', ifNoneMatch: '', userAgent: '' },
};

export type Asked = Readonly<typeof visit>;

const limits = { storeMs: 5000, databaseMs: 45_000, answerMs: 60_000 };
export const refresh = { ...visit, isRefresh: true, limits };

/** An event that a process handles, and what it heard meanwhile. Times are true ones, without `…ByClock` of the process. */
export interface Invocation {
  readonly process: Process;
  readonly asked: Asked;
  readonly startedAt: number;
  readonly startedAtByClock: number;
  /** Whether the process froze or its clock was set meanwhile. */
  isDisturbed: boolean;
  /** The least and the most records that the copy had meanwhile; 0 if there was none, or one that does not say it. */
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

/** A list as a process serves it and remembers it, as far as its answers tell. */
export interface Served extends Pick<StoredObject, 'body' | 'records' | 'cachedAt'> {
  readonly source: 'database' | 'last-good';
  readonly sinceByClock: number;
  readonly isDisturbed: boolean;
  /** Number of records of which half must be left for a lifetime of over a minute; 0 if it may have any length. */
  readonly before: number;
  /** Whether the process knew a list to compare it with, or need not compare it. */
  readonly isComparable: boolean;
}

export class Process {
  readonly timeline: VirtualClock;
  readonly clock: Clock;
  readonly log: string[] = [];
  handler: Handler | undefined;
  /** Its clock is so far ahead. */
  skewMs = 0;
  frozenUntil = 0;
  isGone = false;
  current: Invocation | undefined;
  memory: Served | undefined;
  /** How many records it published last, for longer than a minute. */
  published: number | undefined;
  /** How many records the copy had that it saw last. */
  seen: number | undefined;

  constructor(timeline: VirtualClock) {
    this.timeline = timeline;
    this.clock = {
      now: () => timeline.now() + this.skewMs,
      elapsed: () => timeline.now(),
      schedule: (milliseconds, callback) => this.#later(milliseconds, callback),
    };
  }

  /** The answer that a call belongs to which it makes now. */
  get invocation(): Invocation {
    if (this.current === undefined) throw new Error('a call is made after the answer');
    return this.current;
  }

  /**
   * A call takes effect halfway, whether or not the process hears of it. Nothing tells the service to stop: the SDK does not
   * always, either, and a limit that is kept does not depend on it.
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

  /** Timers and replies wait until a process thaws, in order; one that ended hears nothing any more. */
  #later(milliseconds: number, callback: () => void): () => void {
    return this.timeline.schedule(milliseconds, () => {
      const frozenMs = this.frozenUntil - this.timeline.now();
      if (frozenMs > 0) this.#later(frozenMs, callback);
      else if (!this.isGone) callback();
    });
  }
}

type Serve<T> = () => { readonly value: T | Error; readonly hear?: (at: number) => void };
