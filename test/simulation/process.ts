/** One Lambda process (execution environment) of one directory: the real handler and the real SDK clients in virtual time. */

import type { Context } from 'aws-lambda';

import type { Directory, DirectoryName } from '../../contract/directories.ts';
import type { Clock } from '../../aws/clock.ts';
import { dataApi } from '../../aws/data-api.ts';
import { type Handler, createHandler } from '../../lambda/directory/handler.ts';
import { lastGoodInS3 } from '../../aws/last-good.ts';
import type { Reporter } from '../../lambda/directory/report.ts';
import type { Clients } from './clients.ts';
import type { Database } from './database.ts';
import type { State } from './portal.ts';
import type { Random } from './random.ts';
import { BUCKET } from './corruptions.ts';
import type { Store, Written } from './store.ts';
import type { Timeline } from './timeline.ts';
import { type Caller, Wire, type WireReply, type WireRequest } from './wire.ts';
import type { WireCall } from './wire-call.ts';

export type HandlerEvent = Parameters<Handler>[0];
export type HandlerResult = Awaited<ReturnType<Handler>>;

/** What one invocation did, as it is seen from outside. */
export interface Invocation {
  readonly event: HandlerEvent;
  readonly startedAt: number;
  /** How long the process was frozen in it, in milliseconds. */
  frozenMs: number;
  /** Calls by their method: `POST` goes to the Data API, `GET` and `PUT` to the store. */
  readonly calls: Record<string, number>;
  resumingReplies: number;
  /** Writes of the copy whose connection broke, so that nobody knows whether they were done. */
  brokenWrites: number;
  /** Whether a write of the copy was done. */
  wrote: boolean;
  /** What the process's clock said when its last read began. */
  readCachedAt: number;
  /** What is wrong with the copy that came back whole, and after how much of the process's active time it came. */
  copy?: { readonly spoilt: string; readonly afterMs: number };
  result?: HandlerResult;
  error?: unknown;
  endedAt?: number;
  endedByClock?: number;
  /** What still waited when it returned. */
  pending?: number;
}

export interface Around {
  readonly timeline: Timeline;
  readonly random: Random;
  readonly database: Database;
  readonly store: Store;
  readonly reporter: Reporter;
  readonly clients: Clients;
  readonly memoryMs: number;
  /** Whether a process freezes as it calls. */
  readonly mayFreeze: () => boolean;
  onFreeze(process: Process, milliseconds: number): void;
  /** `cachedAt`: what the process's clock said when it began to read. */
  onRead(name: DirectoryName, state: State, cachedAt: number): void;
  /** `invocation`: in which the write was sent; it may have ended. */
  onWrite(process: Process, written: Written, invocation: Invocation | undefined): void;
}

const context = { awsRequestId: 'simulated' } as Context;

export class Process implements Caller {
  readonly name: string;
  readonly directory: Directory;
  readonly calls = new Set<WireCall>();
  /** How far its clock is ahead of the true time, in milliseconds. */
  skewMs = 0;
  frozenUntil = -Infinity;
  isGone = false;
  /** Whether it has ever served a list. */
  remembers = false;
  current: Invocation | undefined;
  /** The last invocation that asked the database, and is over. */
  lastRead: Invocation | undefined;
  #timers = 0;
  /** When the read began to which a call belongs. */
  readonly #readAt = new WeakMap<WireRequest, number>();
  readonly #sentIn = new WeakMap<WireRequest, Invocation>();
  readonly #around: Around;
  readonly #handler: Handler;

  constructor(name: string, directory: Directory, around: Around) {
    this.name = name;
    this.directory = directory;
    this.#around = around;
    const { timeline, random, database, store, clients, memoryMs } = around;
    const databaseWire = new Wire(timeline, random, this, (request) =>
      database.serve(request, (of, state) => {
        around.onRead(of, state, this.#readAt.get(request) ?? NaN);
      }),
    );
    const storeWire = new Wire(timeline, random, this, (request) =>
      store.serve(request, (written) => {
        const invocation = this.#sentIn.get(request);
        if (invocation !== undefined) invocation.wrote = true;
        around.onWrite(this, written, invocation);
      }),
    );
    clients.connect(databaseWire, storeWire);
    const dependencies = {
      clock: this.#clock(),
      database: dataApi(clients.rdsData, address),
      lastGood: lastGoodInS3(clients.s3, BUCKET),
      memoryMs,
    };
    this.#handler = createHandler(directory, dependencies, around.reporter);
  }

  get isIdle(): boolean {
    return this.current === undefined && this.frozenUntil <= this.#around.timeline.now;
  }

  /** Nothing to wait for, and not done: it compresses. */
  get isComputing(): boolean {
    if (this.current === undefined || this.current.endedAt !== undefined || this.isGone)
      return false;
    return (
      this.calls.size === 0 && this.#timers === 0 && this.frozenUntil <= this.#around.timeline.now
    );
  }

  invoke(event: HandlerEvent): Invocation {
    const { timeline } = this.#around;
    const invocation: Invocation = {
      event,
      startedAt: timeline.now,
      frozenMs: 0,
      calls: {},
      resumingReplies: 0,
      brokenWrites: 0,
      wrote: false,
      readCachedAt: NaN,
    };
    this.current = invocation;
    const end = (outcome: Partial<Invocation>): void => {
      const pending = this.calls.size + this.#timers;
      Object.assign(invocation, outcome, {
        endedAt: timeline.now,
        endedByClock: this.now(),
        pending,
      });
    };
    void this.#outcomeOf(event).then(end);
    return invocation;
  }

  async #outcomeOf(event: HandlerEvent): Promise<Partial<Invocation>> {
    try {
      return { result: await this.#handler(event, context) };
    } catch (error) {
      return { error };
    }
  }

  /** The process stands still; what happens to it meanwhile, it meets afterwards. */
  freeze(milliseconds: number): void {
    const { timeline } = this.#around;
    const from = Math.max(timeline.now, this.frozenUntil);
    this.frozenUntil = timeline.now + milliseconds;
    if (this.current !== undefined) this.current.frozenMs += Math.max(0, this.frozenUntil - from);
    this.#around.onFreeze(this, milliseconds);
  }

  now(): number {
    return this.#around.timeline.now + this.skewMs;
  }

  sends(request: WireRequest): number {
    const { timeline, random, mayFreeze } = this.#around;
    const { method, path, body } = request;
    const { current } = this;
    if (current !== undefined) {
      current.calls[method] = (current.calls[method] ?? 0) + 1;
      if (path === '/Execute' && !body.includes('"transactionId"'))
        current.readCachedAt = this.now();
      this.#readAt.set(request, current.readCachedAt);
      this.#sentIn.set(request, current);
    }
    if (mayFreeze()) this.freeze(random.pick(FREEZES_MS));
    return Math.max(timeline.now, this.frozenUntil);
  }

  delivered({ method }: WireRequest, { status, headers, spoilt }: WireReply): void {
    const { current } = this;
    if (current === undefined) return;
    if (headers['x-amzn-errortype'] === 'DatabaseResumingException') current.resumingReplies += 1;
    const isCopy = method === 'GET' && status === 200;
    if (isCopy) current.copy = { spoilt: spoilt ?? '', afterMs: this.#activeMs(current) };
  }

  broken({ method }: WireRequest): void {
    if (method === 'PUT' && this.current !== undefined) this.current.brokenWrites += 1;
  }

  #activeMs({ startedAt, frozenMs }: Invocation): number {
    return this.#around.timeline.now - startedAt - frozenMs;
  }

  #clock(): Clock {
    return {
      now: () => this.now(),
      elapsed: () => this.#around.timeline.now,
      schedule: (milliseconds, callback) => {
        const { timeline } = this.#around;
        let isDue = true;
        this.#timers += 1;
        const done = (): void => {
          if (isDue) this.#timers -= 1;
          isDue = false;
        };
        const callOff = timeline.plan(
          timeline.now + milliseconds,
          () => {
            done();
            callback();
          },
          this,
        );
        return () => {
          done();
          callOff();
        };
      },
    };
  }
}

const FREEZES_MS = [20, 400, 2_500, 9_000, 60_000, 20 * 60_000, 6 * 3_600_000];

const address = {
  resourceArn: 'arn:aws:rds:eu-west-1:000000000000:cluster:simulated',
  secretArn: 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:simulated',
  database: 'portal',
};
