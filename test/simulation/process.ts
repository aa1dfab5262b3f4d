/** One Lambda process (execution environment) of one directory: the real handler and the real SDK clients in virtual time. */

import type { Context } from 'aws-lambda';

import { dataApi } from '../../lambda/aws/data-api.ts';
import { lastGoodInS3 } from '../../lambda/aws/last-good.ts';
import type { Directory } from '../../contract/directories.ts';
import type { Refreshed } from '../../contract/refresh.ts';
import { createHandler, type Handler } from '../../lambda/directory/handler.ts';
import type { Call, Clients, WireReply, WireRequest } from './network.ts';
import type { Run } from './run.ts';
import { BUCKET } from './store.ts';
import { HOUR_MS, MINUTE_MS } from './timeline.ts';

export type HandlerEvent = Parameters<Handler>[0];
type HandlerResult = Awaited<ReturnType<Handler>>;
export type ListResponse = Exclude<HandlerResult, Refreshed>;
type Dependencies = Parameters<typeof createHandler>[1];
export type Reporter = Parameters<typeof createHandler>[2];

/** How long each process repeats an answer from memory. */
export const MEMORY_MS = MINUTE_MS;

const CONTEXT = { awsRequestId: 'simulated' } as Context;

const FREEZES_MS = [20, 400, 2500, 9000, MINUTE_MS, 20 * MINUTE_MS, 6 * HOUR_MS];

/** What one invocation did, seen from outside. */
export interface Invocation {
  readonly event: HandlerEvent;
  readonly startedAt: number;
  /** How long the process was frozen in it, in milliseconds. */
  frozenMs: number;
  /** Calls by their method: `POST` goes to the Data API, `GET` and `PUT` to the store. */
  readonly calls: Record<string, number>;
  resumingReplies: number;
  /** Writes of the copy whose connection broke: nobody knows whether they were done. */
  brokenWrites: number;
  /** Whether a write of the copy was done. */
  wrote: boolean;
  /** What the process's clock said when its last read began. */
  readCachedAt: number;
  /** The copy that came back whole: what is wrong with it, and after how much of the process's active time it came. */
  copy?: { readonly corruption: string | undefined; readonly afterMs: number };
  result?: HandlerResult;
  error?: unknown;
  endedAt?: number;
  endedByClock?: number;
  /** What was still under way when it returned. */
  pending?: number;
}

/** What a process runs in. */
type Simulation = Pick<
  Run,
  | 'shared'
  | 'timeline'
  | 'random'
  | 'database'
  | 'store'
  | 'mayFreeze'
  | 'onFreeze'
  | 'onRead'
  | 'onWrite'
>;

export class Process {
  readonly name: string;
  readonly directory: Directory;
  readonly simulation: Simulation;
  readonly clients: Clients;
  /** Under way. */
  readonly calls = new Set<Call>();
  /** How far its clock is ahead of the true time, in milliseconds. */
  skewMs = 0;
  frozenUntil = -Infinity;
  isGone = false;
  /** Whether it has ever served a list. */
  remembers = false;
  current: Invocation | undefined;
  /** The last invocation that asked the database, and is over. */
  lastRead: Invocation | undefined;
  readonly #timers = new Set<() => void>();
  /** The invocation in which a call was sent, and when its read had begun. */
  readonly #sentIn = new WeakMap<WireRequest, readonly [Invocation, readAt: number]>();
  readonly #handler: Handler;

  constructor(name: string, directory: Directory, simulation: Simulation) {
    this.name = name;
    this.directory = directory;
    this.simulation = simulation;
    const { clients, reporters } = simulation.shared;
    this.clients = clients.take();
    this.clients.connect(
      this,
      (request) =>
        simulation.database.serve(request, (of, state) => {
          simulation.onRead(of, state, this.#sentIn.get(request)?.[1] ?? NaN);
        }),
      (request) =>
        simulation.store.serve(request, (written) => {
          const [invocation] = this.#sentIn.get(request) ?? [];
          if (invocation !== undefined) invocation.wrote = true;
          simulation.onWrite(this, written, invocation);
        }),
    );
    const dependencies = {
      clock: this.#clock(),
      database: dataApi(this.clients.rdsData, {
        resourceArn: 'arn:aws:rds:eu-west-1:000000000000:cluster:simulated',
        secretArn: 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:simulated',
        database: 'portal',
      }),
      lastGood: lastGoodInS3(this.clients.s3, BUCKET),
      memoryMs: MEMORY_MS,
    };
    this.#handler = createHandler(directory, dependencies, reporters[directory.name]);
  }

  get isIdle(): boolean {
    return this.current === undefined && !this.#isFrozen;
  }

  get #isFrozen(): boolean {
    return this.frozenUntil > this.simulation.timeline.now;
  }

  /** Nothing to wait for, and not done: a thread compresses for it. */
  get isComputing(): boolean {
    const isBusy = this.current !== undefined && this.current.endedAt === undefined && !this.isGone;
    return isBusy && this.calls.size === 0 && this.#timers.size === 0 && !this.#isFrozen;
  }

  now(): number {
    return this.simulation.timeline.now + this.skewMs;
  }

  invoke(event: HandlerEvent): Invocation {
    const { timeline } = this.simulation;
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
      const pending = this.calls.size + this.#timers.size;
      const ended = { endedAt: timeline.now, endedByClock: this.now(), pending };
      Object.assign(invocation, outcome, ended);
    };
    void this.#handler(event, CONTEXT)
      .then(
        (result) => ({ result }),
        (error: unknown) => ({ error }),
      )
      .then(end);
    return invocation;
  }

  /** The process stands still; what happens to it meanwhile, it meets afterwards. */
  freeze(milliseconds: number): void {
    const { now } = this.simulation.timeline;
    const from = Math.max(now, this.frozenUntil);
    this.frozenUntil = now + milliseconds;
    if (this.current !== undefined) this.current.frozenMs += Math.max(0, this.frozenUntil - from);
    this.simulation.onFreeze(this, milliseconds);
  }

  /** A call is made. Returns in how many milliseconds it leaves: a process that is frozen sends nothing. */
  sends(request: WireRequest): number {
    const { timeline, random } = this.simulation;
    const { method, path, body } = request;
    const { current } = this;
    if (current !== undefined) {
      current.calls[method] = (current.calls[method] ?? 0) + 1;
      const isFirstOfRead = path === '/Execute' && !body.includes('"transactionId"');
      if (isFirstOfRead) current.readCachedAt = this.now();
      this.#sentIn.set(request, [current, current.readCachedAt]);
    }
    if (this.simulation.mayFreeze()) this.freeze(random.pick(FREEZES_MS));
    return Math.max(0, this.frozenUntil - timeline.now);
  }

  /** A whole reply is there. */
  delivered({ method }: WireRequest, { status, headers, corruption }: WireReply): void {
    const { current } = this;
    if (current === undefined) return;
    if (headers['x-amzn-errortype'] === 'DatabaseResumingException') current.resumingReplies += 1;
    const afterMs = this.simulation.timeline.now - current.startedAt - current.frozenMs;
    if (method === 'GET' && status === 200) current.copy = { corruption, afterMs };
  }

  /** The connection broke before that. */
  broken({ method }: WireRequest): void {
    if (method === 'PUT' && this.current !== undefined) this.current.brokenWrites += 1;
  }

  #clock(): Dependencies['clock'] {
    const { timeline } = this.simulation;
    return {
      now: () => this.now(),
      elapsed: () => timeline.now,
      schedule: (milliseconds, callback) => {
        const ring = (): void => {
          this.#timers.delete(ring);
          callback();
        };
        this.#timers.add(ring);
        const cancel = timeline.after(milliseconds, ring, this);
        return () => {
          this.#timers.delete(ring);
          cancel();
        };
      },
    };
  }
}
