/**
 * The world of the model: a portal, a database, a store and processes, with one virtual time for all of them. The steps of a
 * run change this world.
 */

import { directories } from '../../contract/directories.ts';
import { copiesInS3 } from '../../lambda/aws/copies.ts';
import { createHandler, type Handler } from '../../lambda/directory/list-handler.ts';
import { uuidOf } from '../support/records.ts';
import { VirtualClock } from '../support/clocks.ts';
import { FakeDatabase } from './database.ts';
import { must, Oracle } from './oracle.ts';
import { Portal } from './portal.ts';
import { type Asked, Process, refresh, visit } from './process.ts';
import type { Setting, Step } from './steps.ts';
import { Store } from './store.ts';
import { BUCKET } from './stored-object.ts';

const MEMORY_MS = 60_000;
/** Time after which no running read can still return a person who has left the portal. */
const TAKEDOWN_AFTER_MS = 90_000;
/** Maximum time until an answer. An answer takes longest if the process freezes during a refresh. */
const LONGEST_MS = 15 * 60_000;

export class World {
  readonly #trace: string[] = [];
  readonly #timeline = new VirtualClock();
  readonly #portal: Portal;
  readonly #database: FakeDatabase;
  readonly #store: Store;
  readonly #oracle: Oracle;
  readonly #processes: Process[];
  readonly #violations: string[] = [];

  constructor({ directory, size, processes }: Setting) {
    this.#portal = new Portal(directories[directory], size);
    this.#database = new FakeDatabase(this.#portal);
    this.#oracle = new Oracle(this.#portal);
    this.#store = new Store(directory, (invocation, before) => {
      this.#tell('the copy is written');
      this.#oracle.judgeWrite(invocation, before, this.#store.object);
      this.#watchCopy();
    });
    this.#processes = Array.from({ length: processes }, () => this.#start());
  }

  /** Performs the steps. Returns the violations and a trace of the steps, or `undefined` if there are no violations. */
  async violationOf(steps: readonly Step[]): Promise<string | undefined> {
    try {
      for (const { change, thenMs } of steps) {
        this.#tell(JSON.stringify(change));
        this.#make(change);
        await this.#timeline.pass(thenMs);
      }
      await this.#timeline.pass(LONGEST_MS);
      must(!this.#processes.some(({ current }) => current), 'an invocation does not end');
    } catch (error) {
      this.#violations.push(String(error));
    }
    return this.#violations.length > 0
      ? [...this.#violations, ...this.#trace].join('\n')
      : undefined;
  }

  #make(change: Step['change']): void {
    const now = this.#timeline.now();
    if (change.do === 'request') {
      const known = [...this.#oracle.bodies.keys()];
      const tags = { none: [], first: known.slice(0, 1), last: known.slice(-1), all: known };
      const all = change.knows === 'any' ? ['*'] : ['W/"other"', ...tags[change.knows]];
      const request = { ...change, ifNoneMatch: all.join(', ') };
      void this.#invoke(change.process, { ...visit, request });
    } else if (change.do === 'refresh') {
      void this.#invoke(change.process, { ...refresh, acceptDrop: change.acceptDrop });
    } else if (change.do === 'portal') {
      this.#portal.edit(change.edit, change.at, change.flaw, now);
    } else if (change.do === 'database') {
      Object.assign(this.#database, change);
    } else if (change.do === 'store') {
      Object.assign(this.#store, change);
    } else if (change.do === 'corrupt') {
      this.#store.corrupt(change.how);
      this.#watchCopy();
    } else if (change.do === 'takedown') {
      for (const [number, leftAt] of this.#portal.leftAt) {
        const isKnown = (this.#oracle.takedowns.get(number) ?? 0) > leftAt;
        if (isKnown || now < leftAt + TAKEDOWN_AFTER_MS) continue;
        if (this.#store.rewriteWithout(uuidOf(number))) this.#oracle.takedowns.set(number, now);
        this.#watchCopy();
      }
    } else {
      const index = change.process % this.#processes.length;
      const process = this.#processes[index] ?? this.#start();
      if (process.current !== undefined) process.current.isDisturbed = true;
      if (change.do === 'set clock') process.skewMs = change.aheadMs;
      else if (change.do === 'end') process.isGone = true;
      // Only a process that is handling an event is frozen. Freezing an idle process would have no effect.
      else if (process.current !== undefined) process.frozenUntil = now + change.forMs;
      if (process.isGone) this.#processes[index] = this.#start();
    }
  }

  /** Lets a process handle an event. A process handles one event at a time. If all processes are busy, the event is dropped. */
  async #invoke(first: number, asked: Asked): Promise<void> {
    const inOrder = [...this.#processes.slice(first), ...this.#processes];
    const process = inOrder.find(({ current }) => current === undefined);
    if (process === undefined) return;
    const [startedAt, startedAtByClock] = [this.#timeline.now(), process.clock.now()];
    const [least, most] = [this.#store.records, this.#store.records];
    const invocation = {
      process,
      asked,
      startedAt,
      startedAtByClock,
      isDisturbed: false,
      least,
      most,
    };
    process.current = invocation;
    try {
      const result = await process.handler?.(eventOf(asked), { awsRequestId: 'model' });
      const logged = process.log.splice(0).join();
      this.#tell(`process ${this.#processes.indexOf(process)}: ${logged}`);
      if (result !== undefined) this.#oracle.judge(invocation, result, logged);
    } catch (error) {
      this.#violations.push(String(error));
    }
    process.current = undefined;
  }

  /**
   * Updates, for each running invocation, the smallest and the largest number of records that the copy has had since the
   * invocation began. An invocation may compare its list with any copy that existed during the invocation.
   */
  #watchCopy(): void {
    const { records } = this.#store;
    for (const { current } of this.#processes) {
      if (current === undefined) continue;
      current.least = Math.min(current.least, records);
      current.most = Math.max(current.most, records);
    }
  }

  #start(): Process {
    const { directory } = this.#portal;
    const process = new Process(this.#timeline);
    const log = (line: string): void => void process.log.push(line);
    const database = this.#database.for(process);
    const copies = copiesInS3(this.#store.for(process), BUCKET, process.clock);
    const dependencies = { clock: process.clock, database, copies, memoryMs: MEMORY_MS };
    process.handler = createHandler(directory, dependencies, 'Model', log);
    return process;
  }

  #tell(text: string): void {
    this.#trace.push(`${new Date(this.#timeline.now()).toISOString()} ${text}`);
  }
}

function eventOf({ isRefresh, acceptDrop, request }: Asked): Parameters<Handler>[0] {
  if (isRefresh) return { refresh: { acceptDrop } };
  const { method, coding, ifNoneMatch, userAgent } = request;
  const http = { method, path: '', protocol: '', sourceIp: '', userAgent };
  const conditions = { 'if-none-match': ifNoneMatch, 'user-agent': userAgent };
  return { requestContext: { http }, headers: { 'accept-encoding': coding, ...conditions } };
}
