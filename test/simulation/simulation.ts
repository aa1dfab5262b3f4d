/** One simulated life of the service, from one seed: hours of requests, edits and faults, checked after every step. */

import { createHash } from 'node:crypto';

import { allDirectories, type Directory, type DirectoryName } from '../../contract/directories.ts';
import { copyMetadata } from '../../contract/last-good.ts';
import type { Refreshed } from '../../contract/refresh.ts';
import type { Reporter } from '../../lambda/directory/report.ts';
import { checkAnswer, checkEnd, type Circumstances } from './checks.ts';
import type { ClientPool, Clients } from './clients.ts';
import { Database } from './database.ts';
import { databaseFaults } from './database-faults.ts';
import type { LogTrap } from './log-trap.ts';
import { callsFor, type PageSizes } from './pages.ts';
import { Past } from './past.ts';
import { Portal } from './portal.ts';
import { type Around, type Invocation, Process } from './process.ts';
import { Random } from './random.ts';
import { anyRequest, type SimulatedRequest } from './requests.ts';
import { spoils } from './spoils.ts';
import { Store, type Written } from './store.ts';
import { storeFaults } from './store-faults.ts';
import { Timeline } from './timeline.ts';
import { must, Violation } from './violation.ts';

export interface Outcome {
  readonly requests: number;
  /** Answers by status and source: `200 database`. */
  readonly answers: Readonly<Record<string, number>>;
  /** Faults that were met, by name. */
  readonly faults: Readonly<Record<string, number>>;
  readonly virtualMs: number;
  readonly slowestMs: number;
  /** SHA-256 of the trace, in hexadecimal. */
  readonly digest: string;
  readonly violation?: string;
}

export interface Surroundings {
  readonly reporters: Readonly<Record<DirectoryName, Reporter>>;
  readonly logs: LogTrap;
  readonly clients: ClientPool;
  /** Takes each line of the trace. */
  readonly onTrace?: (line: string) => void;
}

type Clocks = 'true' | 'skewed' | 'jumping';

interface Flight {
  readonly process: Process;
  readonly invocation: Invocation;
  readonly request: SimulatedRequest | undefined;
  readonly remembered: boolean;
  /** Whether there was a copy before it. */
  readonly wasKept: boolean;
}

const START = Date.parse('2026-11-20T08:00:00.000Z');
const MEMORY_MS = 60_000;
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Longer than any request takes, so that no answer meets the faults of two sides. */
const CALM_MS = 12 * SECOND_MS;

const PROCESSES_OF_ONE = 4;

/** More processes than start in one step. */
const CLIENTS_AT_HAND = 30;

/** With these a list seems to go on behind its first page. */
const LIES: ReadonlySet<string> = new Set(['last row missing', 'rows reordered', 'values null']);

export class Simulation {
  readonly #random: Random;
  readonly #timeline: Timeline;
  readonly #portals: Readonly<Record<DirectoryName, Portal>>;
  readonly #database: Database;
  readonly #store: Store;
  readonly #surroundings: Surroundings;
  readonly #pages: PageSizes;
  readonly #clocks: Clocks;
  /** Whether both sides may fail at once. */
  readonly #isHard: boolean;
  /** How often a process freezes as it calls. */
  #freezes: number;
  readonly #pasts: Readonly<Record<DirectoryName, Past>>;
  readonly #hash = createHash('sha256');
  readonly #answers: Record<string, number> = {};
  readonly #faults: Record<string, number> = {};
  readonly #etags: string[] = [];
  readonly #clients: Clients[] = [];
  #processes: Process[] = [];
  #flights: Flight[] = [];
  #made = 0;
  #requests = 0;
  #slowestMs = 0;
  /** Whether a list ever seemed longer than it was, so that it was read in pages. */
  #wasLiedTo = false;
  /** Which side fails, or last failed, and when the other one may. */
  #side: 'database' | 'store' | 'none' = 'none';
  #calmAt = START;

  constructor(seed: number, surroundings: Surroundings) {
    const random = new Random(seed);
    this.#random = random;
    this.#surroundings = surroundings;
    this.#timeline = new Timeline(START, () => this.#processes);
    this.#pages = random.happens(0.85)
      ? { pieceCharacters: 15_000, pagePieces: 1000 }
      : { pieceCharacters: random.between(150, 3000), pagePieces: random.between(1, 12) };
    this.#clocks = random.weigh([
      [7, 'true'],
      [2, 'skewed'],
      [1, 'jumping'],
    ]);
    this.#isHard = random.happens(0.4);
    this.#freezes = random.happens(0.3) ? 0.03 : 0;
    const portal = (name: DirectoryName): Portal => new Portal(name, random);
    const portals = {
      startups: portal('startups'),
      founders: portal('founders'),
      jobs: portal('jobs'),
    };
    this.#portals = portals;
    this.#database = new Database(this.#timeline, portals, this.#pages);
    this.#store = new Store(this.#timeline);
    this.#pasts = {
      startups: new Past(portals.startups),
      founders: new Past(portals.founders),
      jobs: new Past(portals.jobs),
    };
    if (random.happens(0.12))
      this.#database.sleep = {
        afterMs: random.pick([SECOND_MS, MINUTE_MS, 5 * MINUTE_MS]),
        wakesInMs: random.between(2, 30) * SECOND_MS,
      };
    this.#database.onFault = this.#store.onFault = (name) => {
      this.#count(name);
    };
  }

  async run(): Promise<Outcome> {
    try {
      const steps = this.#random.between(18, 28);
      for (let step = 0; step < steps; step += 1) {
        await this.#surroundings.clients.reserve(CLIENTS_AT_HAND);
        this.#step();
        await this.#pass(this.#anyPause());
      }
      await this.#recover();
      return this.#outcome();
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      this.#trace(`VIOLATION ${error.message}`);
      return { ...this.#outcome(), violation: error.message };
    } finally {
      for (const clients of this.#clients) this.#surroundings.clients.giveBack(clients);
    }
  }

  #outcome(): Outcome {
    return {
      requests: this.#requests,
      answers: this.#answers,
      faults: this.#faults,
      virtualMs: this.#timeline.now - START,
      slowestMs: this.#slowestMs,
      digest: this.#hash.copy().digest('hex'),
    };
  }

  #anyPause(): number {
    const { fraction } = { fraction: () => this.#random.fraction() };
    return this.#random.weigh<() => number>([
      [35, () => Math.floor(fraction() * 50)],
      [30, () => Math.floor(100 + fraction() * 5 * SECOND_MS)],
      [20, () => Math.floor(fraction() * 90 * SECOND_MS)],
      [10, () => Math.floor(fraction() * 20 * MINUTE_MS)],
      [5, () => Math.floor(fraction() * 12 * HOUR_MS)],
    ])();
  }

  #step(): void {
    const random = this.#random;
    const act = random.weigh<() => void>([
      [
        58,
        () => {
          this.#askSome();
        },
      ],
      [
        12,
        () => {
          this.#edit();
        },
      ],
      [
        10,
        () => {
          this.#turnDatabase();
        },
      ],
      [
        5,
        () => {
          this.#turnStore();
        },
      ],
      [
        3,
        () => {
          this.#spoil();
        },
      ],
      [
        3,
        () => {
          this.#refresh();
        },
      ],
      [
        2,
        () => {
          this.#kill();
        },
      ],
      [
        2,
        () => {
          this.#freezeOne();
        },
      ],
      [
        2,
        () => {
          this.#turnClock();
        },
      ],
      [
        2,
        () => {
          this.#loseTransactions();
        },
      ],
    ]);
    act();
  }

  #askSome(): void {
    const count = this.#random.weigh([
      [5, 1],
      [3, 2],
      [2, 4],
      [2, 12],
    ]);
    const directory = this.#random.pick(allDirectories);
    for (let each = 0; each < count; each += 1) {
      const at = this.#timeline.now + (count > 2 ? this.#random.between(0, 3 * SECOND_MS) : 0);
      this.#timeline.plan(at, () => {
        this.#ask(directory);
      });
    }
  }

  #ask(directory: Directory): void {
    const request = anyRequest(this.#random, this.#etags);
    this.#requests += 1;
    this.#start(this.#anyProcess(directory), request);
  }

  #refresh(): void {
    const directory = this.#random.pick(allDirectories);
    this.#start(this.#anyProcess(directory), undefined, this.#random.happens(0.3));
  }

  #start(process: Process, request: SimulatedRequest | undefined, acceptDrop = false): void {
    const { remembers } = process;
    const { wasKept } = this.#pasts[process.directory.name];
    const event = request === undefined ? { refresh: { acceptDrop } } : request.event;
    const invocation = process.invoke(event);
    this.#flights.push({ process, invocation, request, remembered: remembers, wasKept });
    this.#trace(
      `${process.name} ${request === undefined ? `refresh ${String(acceptDrop)}` : `asked ${request.method}`}`,
    );
  }

  #anyProcess(directory: Directory): Process {
    const own = this.#processes.filter((each) => each.directory === directory);
    const idle = own.filter(({ isIdle }) => isIdle);
    const isCold =
      idle.length === 0 || (own.length < PROCESSES_OF_ONE && this.#random.happens(0.15));
    if (!isCold) return this.#random.pick(idle);
    this.#made += 1;
    const process = new Process(
      `${directory.name}-${this.#made}`,
      directory,
      this.#around(directory),
    );
    if (this.#clocks === 'skewed')
      process.skewMs = this.#random.between(-2 * MINUTE_MS, 2 * MINUTE_MS);
    this.#processes.push(process);
    return process;
  }

  #around(directory: Directory): Around {
    const random = this.#random;
    return {
      timeline: this.#timeline,
      random,
      database: this.#database,
      store: this.#store,
      reporter: this.#surroundings.reporters[directory.name],
      clients: this.#takeClients(),
      memoryMs: MEMORY_MS,
      mayFreeze: () => random.happens(this.#freezes),
      onFreeze: (process, milliseconds) => {
        this.#count('a frozen process');
        this.#trace(`${process.name} freezes for ${milliseconds} ms`);
      },
      onRead: (name, state, cachedAt) => {
        this.#pasts[name].readAs(state, cachedAt);
        for (const flaw of state.flaws) this.#count(`row: ${flaw}`);
      },
      onWrite: (process, written) => {
        this.#written(process, written);
      },
    };
  }

  #takeClients(): Clients {
    const clients = this.#surroundings.clients.take();
    this.#clients.push(clients);
    return clients;
  }

  /** The stored copy never goes back in time. */
  #written(process: Process, { key, before, after }: Written): void {
    const {
      [`x-amz-meta-${copyMetadata.cachedAt}`]: cachedAt,
      [`x-amz-meta-${copyMetadata.records}`]: records,
    } = after.headers;
    this.#trace(`${process.name} wrote ${key} of ${String(cachedAt)}, ${String(records)} records`);
    const acceptsDrop = process.current?.event?.refresh?.acceptDrop === true;
    const past = this.#pasts[process.directory.name];
    past.written(before, after, {
      now: process.now(),
      acceptsDrop,
      mayShrink: process.directory.mayShrink,
    });
  }

  #edit(): void {
    const random = this.#random;
    const { name } = random.pick(allDirectories);
    const portal = this.#portals[name];
    const commit = (): void => {
      const edit = portal.edit();
      const isAllowed = this.#isHard || this.#mayFail('database') || !portal.current.isRefused;
      if (!isAllowed) portal.mend();
      if (portal.current.isRefused) this.#failing('database');
      this.#pasts[name].committed(this.#timeline.now);
      this.#trace(`${name} ${edit}`);
    };
    this.#timeline.plan(this.#timeline.now + random.between(0, 60), commit);
  }

  #turnDatabase(): void {
    if (this.#random.happens(0.5)) {
      this.#database.heal();
      this.#trace('database up');
      return;
    }
    if (!this.#mayFail('database')) return;
    const [name, fault] = this.#random.pick(Object.entries(databaseFaults));
    this.#database.fail(name, fault);
    this.#wasLiedTo ||= LIES.has(name);
    this.#failing('database');
    this.#trace(`database ${name}`);
  }

  #turnStore(): void {
    if (this.#random.happens(0.5)) {
      this.#store.heal();
      this.#trace('store up');
      return;
    }
    if (!this.#mayFail('store')) return;
    const [name, fault] = this.#random.pick(Object.entries(storeFaults));
    this.#store.fail(`store: ${name}`, fault);
    this.#failing('store');
    this.#trace(`store ${name}`);
  }

  #spoil(): void {
    if (!this.#mayFail('store')) return;
    const { path, name: directory } = this.#random.pick(allDirectories);
    const object = this.#store.objects.get(path);
    if (object?.spoilt !== '') return;
    const [name, spoil] = this.#random.pick(Object.entries(spoils));
    const spoilt = spoil(object, this.#timeline.now);
    if (spoilt === undefined) this.#store.objects.delete(path);
    else this.#store.objects.set(path, { ...spoilt, spoilt: name });
    if (name === 'from the future') this.#pasts[directory].hadWrongTime = true;
    this.#failing('store');
    this.#trace(`copy of ${path} ${name}`);
  }

  /** In an easy life one side fails at a time, and only when the other has had time to be well. */
  #mayFail(side: 'database' | 'store'): boolean {
    if (this.#isHard) return true;
    if (this.#timeline.now < this.#calmAt && this.#side !== side) return false;
    return side === 'database' ? this.#isStoreWell() : this.#isDatabaseWell();
  }

  #failing(side: 'database' | 'store'): void {
    this.#side = side;
    this.#calmAt = this.#timeline.now + CALM_MS;
  }

  #isStoreWell(): boolean {
    const areCopiesGood = allDirectories.every(
      ({ path }) => this.#store.objects.get(path)?.spoilt === '',
    );
    return this.#store.isWell && areCopiesGood;
  }

  #isDatabaseWell(): boolean {
    const isAwake = this.#database.sleep === undefined;
    const arePublishable = allDirectories.every(({ name }) => this.#pasts[name].isPublishable);
    return isAwake && arePublishable && this.#database.isHealthySince(this.#timeline.now - CALM_MS);
  }

  #kill(): void {
    if (this.#processes.length === 0) return;
    const process = this.#random.pick(this.#processes);
    process.isGone = true;
    this.#processes = this.#processes.filter((each) => each !== process);
    this.#flights = this.#flights.filter((flight) => flight.process !== process);
    this.#count('a killed process');
    this.#trace(`${process.name} killed`);
  }

  #freezeOne(): void {
    if (this.#processes.length === 0) return;
    const process = this.#random.pick(this.#processes);
    process.freeze(this.#random.pick([200, 5 * SECOND_MS, 10 * MINUTE_MS, 6 * HOUR_MS]));
  }

  #turnClock(): void {
    if (this.#clocks !== 'jumping' || this.#processes.length === 0) return;
    const process = this.#random.pick(this.#processes);
    process.skewMs = this.#random.pick([
      0,
      0,
      -HOUR_MS,
      HOUR_MS,
      -5 * SECOND_MS,
      30 * SECOND_MS,
      24 * HOUR_MS,
    ]);
    this.#count('a clock that jumps');
    this.#trace(`${process.name} clock ${process.skewMs}`);
  }

  #loseTransactions(): void {
    this.#database.loseTransactions();
    this.#count('all transactions lost');
    this.#trace('transactions lost');
  }

  async #pass(milliseconds: number): Promise<void> {
    await this.#timeline.passUntil(this.#timeline.now + milliseconds, () => {
      this.#collect();
    });
  }

  #collect(): void {
    if (!this.#flights.some(({ invocation }) => invocation.endedAt !== undefined)) return;
    const ended = this.#flights.filter(({ invocation }) => invocation.endedAt !== undefined);
    this.#flights = this.#flights.filter(({ invocation }) => invocation.endedAt === undefined);
    for (const flight of ended) this.#check(flight);
  }

  #check(flight: Flight): void {
    const { process, invocation, request } = flight;
    const past = this.#pasts[process.directory.name];
    const circumstances = this.#circumstances(flight);
    process.current = undefined;
    checkEnd(invocation, circumstances, this.#surroundings.logs.take());
    this.#slowestMs = Math.max(
      this.#slowestMs,
      (invocation.endedAt ?? 0) - invocation.startedAt - invocation.frozenMs,
    );
    if (request === undefined) {
      process.remembers ||= hasCopy(invocation.result as Refreshed);
      this.#tally('refresh');
      this.#trace(`${process.name} refreshed ${JSON.stringify(invocation.result)}`);
      return;
    }
    const seen = checkAnswer(invocation, request, circumstances, past);
    if (seen.status === 200 || seen.status === 304 || seen.status === 406) process.remembers = true;
    if (seen.sha256 !== '') this.#etags.push(`W/"${seen.sha256}"`);
    if (this.#etags.length > 10) this.#etags.shift();
    this.#tally(`${seen.status} ${seen.source}`.trim());
    const { calls } = invocation;
    const took = (invocation.endedAt ?? 0) - invocation.startedAt;
    this.#trace(
      `${process.name} ${seen.status} ${seen.source} ${seen.cachedAt} ${seen.sha256.slice(0, 8)} ${took} ms ${JSON.stringify(calls)}`,
    );
  }

  #circumstances({ process, invocation, remembered, wasKept }: Flight): Circumstances {
    const { name } = process.directory;
    const past = this.#pasts[name];
    const wasFrozen = process.frozenUntil > invocation.startedAt - MEMORY_MS;
    const isCalm = !wasFrozen && this.#clocks !== 'jumping';
    const since =
      invocation.startedAt - MEMORY_MS - (this.#clocks === 'skewed' ? 4 * MINUTE_MS : 0);
    const isWell = this.#database.isHealthySince(since) && past.isPublishableSince(since);
    return {
      directory: process.directory,
      remembered,
      mustBeFresh: isCalm && isWell,
      mustBeServed: isCalm && !this.#isHard && wasKept,
      timesAreTrue: this.#clocks === 'true' && !past.hadWrongTime,
      memoryMs: MEMORY_MS,
      mostDatabaseCalls: past.most((state) => callsFor(state, this.#pages, this.#wasLiedTo)),
    };
  }

  /** Everything is well again: each list is fresh within a minute, and as the portal has it. */
  async #recover(): Promise<void> {
    await this.#pass(CALM_MS); // edits that are planned
    this.#database.heal();
    this.#store.heal();
    this.#freezes = 0;
    for (const process of this.#processes) process.skewMs = 0;
    for (const { name } of allDirectories) {
      this.#portals[name].mend();
      this.#pasts[name].committed(this.#timeline.now);
    }
    await this.#pass(7 * HOUR_MS);
    for (const directory of allDirectories)
      this.#start(this.#anyProcess(directory), undefined, true);
    await this.#pass(2 * MINUTE_MS);
    this.#database.stayAwake();
    const before = this.#answers['200 database'] ?? 0;
    for (const directory of allDirectories) {
      this.#requests += 1;
      const request = { event: plainGet, method: 'GET', codings: ['identity'], etags: [] };
      this.#start(this.#anyProcess(directory), request);
    }
    await this.#pass(MINUTE_MS);
    const fresh = (this.#answers['200 database'] ?? 0) - before;
    must(
      fresh === allDirectories.length,
      `${fresh} of three lists are fresh although everything is well`,
    );
    must(this.#flights.length === 0, `${this.#flights.length} answers never came`);
    for (const { name, path } of allDirectories) {
      const stored = this.#store.objects.get(path)?.body.toString().trimEnd();
      must(
        stored === this.#portals[name].current.body,
        `the copy of ${name} is not what the portal has`,
      );
    }
  }

  #count(fault: string): void {
    this.#faults[fault] = (this.#faults[fault] ?? 0) + 1;
  }

  #tally(answer: string): void {
    this.#answers[answer] = (this.#answers[answer] ?? 0) + 1;
  }

  #trace(line: string): void {
    const whole = `${new Date(this.#timeline.now).toISOString()} ${line}`;
    this.#hash.update(`${whole}\n`);
    this.#surroundings.onTrace?.(whole);
  }
}

const plainGet = {};

function hasCopy({ records, copy }: Refreshed): boolean {
  return records !== undefined || copy !== undefined;
}
