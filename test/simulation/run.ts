/** One simulated run of the service, from one seed: hours of requests, edits and faults, checked after every step. */

import { allDirectories, type Directory, type DirectoryName } from '../../contract/directories.ts';
import { reporterOf } from '../../lambda/directory/report.ts';
import { Random } from '../support/random.ts';
import { Database, type PageSizes, REAL_PAGES } from './database.ts';
import { Invocations } from './invocations.ts';
import { ClientPool } from './network.ts';
import { metadataOf, Portal, type State } from './portal.ts';
import { type Invocation, Process, type Reporter } from './process.ts';
import { type Figures, must, Trace, Violation } from './report.ts';
import { plainGet, steps } from './steps.ts';
import { Store, type Written } from './store.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS, Timeline } from './timeline.ts';

/** What all runs of one process share. */
export interface Shared {
  readonly reporters: Readonly<Record<DirectoryName, Reporter>>;
  readonly logs: Logs;
  readonly clients: ClientPool;
}

export const START = Date.parse('2026-11-20T08:00:00.000Z');

/** More processes than start in one step. */
const CLIENTS_AT_HAND = 30;

/** Longer than any request takes, so that no answer meets the faults of both sides. */
const CALM_MS = 12 * SECOND_MS;

/** Longer than any process stays frozen. */
const EVERY_PROCESS_THAWS_MS = 7 * HOUR_MS;

const PROCESSES_OF_ONE = 4;
const LARGEST_SKEW_MS = 2 * MINUTE_MS;

/** @param onTrace - takes each line of the trace. */
export async function simulate(
  seed: number,
  shared: Shared,
  onTrace?: (line: string) => void,
): Promise<Figures> {
  const run = new Run(seed, shared, onTrace);
  const { random, trace, invocations } = run;
  let violation: string | undefined;
  try {
    await shared.clients.reserve(CLIENTS_AT_HAND);
    if (random.happens(0.8)) await deploy(run);
    const count = random.between(18, 28);
    for (let step = 0; step < count; step += 1) {
      await shared.clients.reserve(CLIENTS_AT_HAND);
      random.weigh(steps)(run);
      await invocations.pass(anyPause(random));
    }
    await recover(run);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    violation = error.message;
    trace.line(`VIOLATION ${violation}`);
  } finally {
    run.end();
  }
  return trace.figures(seed, (run.timeline.now - START) / HOUR_MS, violation);
}

/** A deployment ends with a copy of each list; a run without one begins with nothing. */
async function deploy(run: Run): Promise<void> {
  for (const directory of allDirectories) {
    run.invocations.refresh(run.anyProcess(directory), { acceptDrop: false, proveWrite: true });
  }
  await run.invocations.pass(MINUTE_MS);
}

function anyPause(random: Random): number {
  const [least, most] = random.weigh([
    [35, [0, 50]],
    [30, [100, 5 * SECOND_MS]],
    [20, [0, 90 * SECOND_MS]],
    [10, [0, 20 * MINUTE_MS]],
    [5, [0, 12 * HOUR_MS]],
  ] as const);
  return random.between(least, most);
}

/**
 * The end of a run: everything is well again. A refresh wakes a database that sleeps; a minute later each list is fresh,
 * and stored as the portal has it.
 */
async function recover(run: Run): Promise<void> {
  const { database, store, trace, portals, invocations } = run;
  await invocations.pass(CALM_MS); // edits that are planned
  run.heal();
  await invocations.pass(EVERY_PROCESS_THAWS_MS);
  for (const directory of allDirectories) {
    invocations.refresh(run.anyProcess(directory), { acceptDrop: true });
  }
  await invocations.pass(2 * MINUTE_MS);
  database.stayAwake();

  const before = trace.counts['answered 200 database'] ?? 0;
  for (const directory of allDirectories) invocations.ask(run.anyProcess(directory), plainGet);
  await invocations.pass(MINUTE_MS);

  const fresh = (trace.counts['answered 200 database'] ?? 0) - before;
  must(fresh === allDirectories.length, `${fresh} of three lists are fresh, though all is well`);
  must(invocations.count === 0, `${invocations.count} answers never came`);
  for (const { name, path } of allDirectories) {
    const stored = store.objects.get(path)?.body.toString().trimEnd();
    must(stored === portals[name].current.body, `the copy of ${name} is not what the portal has`);
  }
}

type Side = 'database' | 'store';

/** Everything that one run has. */
export class Run {
  readonly random: Random;
  readonly shared: Shared;
  /** Those that are gone, too. */
  readonly #everyProcess: Process[] = [];
  readonly timeline = new Timeline(START, this.#everyProcess);
  readonly trace: Trace;
  readonly portals: Readonly<Record<DirectoryName, Portal>>;
  readonly database: Database;
  readonly store: Store;
  readonly pages: PageSizes;
  readonly clocks: 'true' | 'skewed' | 'jumping';
  /** Whether both sides may fail at once; in an easy run, one does when the other has had time to be well. */
  readonly isHard: boolean;
  readonly invocations = new Invocations(this);
  /** Whether a list ever seemed longer than it was, so that it was read in pages. */
  wasReadInPages = false;
  /** ETags that clients have seen. */
  readonly etags: string[] = [];
  /** How often a process freezes as it calls. */
  #freezes: number;
  #lastFailed: Side | undefined;
  #calmAt = START;

  constructor(seed: number, shared: Shared, onTrace?: (line: string) => void) {
    const random = new Random(seed);
    this.random = random;
    this.shared = shared;
    this.trace = new Trace(() => this.timeline.now, onTrace);
    const small = { pieceCharacters: random.between(150, 3000), pagePieces: random.between(1, 12) };
    this.pages = random.happens(0.85) ? REAL_PAGES : small;
    this.clocks = random.weigh([
      [7, 'true'],
      [2, 'skewed'],
      [1, 'jumping'],
    ]);
    this.isHard = random.happens(0.4);
    this.#freezes = random.happens(0.3) ? 0.03 : 0;
    this.portals = ofEach((name) => new Portal(name, random));
    const states = ofEach((name) => this.portals[name].states);
    const onFault = (name: string): void => {
      this.trace.count(`fault: ${name}`);
    };
    this.database = new Database(this.timeline, states, this.pages, onFault);
    this.store = new Store(this.timeline, onFault);
    if (random.happens(0.12)) {
      const afterMs = random.pick([SECOND_MS, MINUTE_MS, 5 * MINUTE_MS]);
      this.database.sleep = { afterMs, wakesInMs: random.between(2, 16) * SECOND_MS };
    }
  }

  get processes(): readonly Process[] {
    return this.#everyProcess.filter(({ isGone }) => !isGone);
  }

  /** A process that is idle, or a new one. */
  anyProcess(directory: Directory): Process {
    const own = this.processes.filter((each) => each.directory === directory);
    const idle = own.filter(({ isIdle }) => isIdle);
    const isCold = own.length < PROCESSES_OF_ONE && this.random.happens(0.15);
    return idle.length === 0 || isCold ? this.#newProcess(directory) : this.random.pick(idle);
  }

  #newProcess(directory: Directory): Process {
    const name = `${directory.name}-${this.#everyProcess.length + 1}`;
    const process = new Process(name, directory, this);
    this.#everyProcess.push(process);
    if (this.clocks === 'skewed') {
      process.skewMs = this.random.between(-LARGEST_SKEW_MS, LARGEST_SKEW_MS);
    }
    return process;
  }

  mayFail(side: Side): boolean {
    if (this.isHard) return true;
    if (this.timeline.now < this.#calmAt && this.#lastFailed !== side) return false;
    return side === 'database' ? this.#isStoreWell : this.#isDatabaseWell;
  }

  get #isStoreWell(): boolean {
    const isGood = (path: string): boolean => {
      const object = this.store.objects.get(path);
      return object !== undefined && object.corruption === undefined;
    };
    return this.store.isWell && allDirectories.every(({ path }) => isGood(path));
  }

  get #isDatabaseWell(): boolean {
    const isAwake = this.database.sleep === undefined;
    const arePublishable = Object.values(this.portals).every((portal) => portal.isPublishable);
    return isAwake && arePublishable && this.database.isHealthySince(this.timeline.now - CALM_MS);
  }

  failed(side: Side): void {
    this.#lastFailed = side;
    this.#calmAt = this.timeline.now + CALM_MS;
  }

  heal(): void {
    this.database.turn('up');
    this.store.turn('up');
    this.#freezes = 0;
    for (const process of this.processes) process.skewMs = 0;
    for (const portal of Object.values(this.portals)) portal.restore(this.timeline.now);
  }

  /** Another run can use the SDK clients again. */
  end(): void {
    for (const { clients } of this.#everyProcess) this.shared.clients.giveBack(clients);
  }

  mayFreeze(): boolean {
    return this.random.happens(this.#freezes);
  }

  onFreeze({ name }: Process, milliseconds: number): void {
    this.trace.count('fault: a frozen process');
    this.trace.line(`${name} freezes for ${milliseconds} ms`);
  }

  /** `cachedAt`: what the process's clock said when it began to read. */
  onRead(name: DirectoryName, state: State, cachedAt: number): void {
    this.portals[name].read(state, cachedAt);
    for (const flaw of state.flaws) this.trace.count(`fault: row: ${flaw}`);
  }

  /** `invocation`: in which the write was sent; it may have ended. */
  onWrite(process: Process, written: Written, invocation: Invocation | undefined): void {
    const { key, after } = written;
    const [cachedAt, records] = [metadataOf(after, 'cachedAt'), metadataOf(after, 'records')];
    this.trace.line(`${process.name} wrote ${key} of ${cachedAt}, ${records} records`);
    const { name, mayShrink } = process.directory;
    const acceptsDrop = invocation?.event?.refresh?.acceptDrop === true;
    this.portals[name].stored(written, process.now(), acceptsDrop, mayShrink);
  }
}

function ofEach<T>(make: (name: DirectoryName) => T): Readonly<Record<DirectoryName, T>> {
  const entries = allDirectories.map(({ name }) => [name, make(name)]);
  return Object.fromEntries(entries) as Record<DirectoryName, T>;
}

/** Some parts of the SDK are loaded at their first use: a first run, whose outcome is of no interest, loads them. */
export async function sharedByRuns(): Promise<Shared> {
  const logs = new Logs();
  const reporters = ofEach((name) => reporterOf(name, 'PublicDirectory/simulated'));
  const shared = { logs, reporters, clients: new ClientPool() };
  await simulate(0, shared);
  return shared;
}

const levels = ['debug', 'info', 'log', 'warn', 'error'] as const;

/** Catches what the handlers log, so that it can be searched, and keeps it from the terminal. */
class Logs {
  readonly #text: string[] = [];

  constructor() {
    process.env['POWERTOOLS_DEV'] = 'true'; // the logger then writes to the console of this process
    for (const level of levels) {
      console[level] = (...texts: readonly unknown[]) => {
        this.#text.push(texts.join(' '));
      };
    }
  }

  /** What was logged since the last time. */
  take(): string {
    return this.#text.splice(0).join('\n');
  }
}
