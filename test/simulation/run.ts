/** Everything that one life of the service has: its dependencies, its processes, and what kind of life it is. */

import { allDirectories, type Directory, type DirectoryName } from '../../contract/directories.ts';
import { copyMetadata } from '../../contract/last-good.ts';
import type { Reporter } from '../../lambda/directory/report.ts';
import type { ClientPool, Clients } from './clients.ts';
import { Database } from './database.ts';
import { Diary } from './trace.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';
import type { LogTrap } from './log-trap.ts';
import type { PageSizes } from './pages.ts';
import { Past } from './history.ts';
import { Portal } from './portal.ts';
import { type Around, type Invocation, Process } from './process.ts';
import { Random } from './random.ts';
import { Store, type Written } from './store.ts';
import { Timeline } from './timeline.ts';

/** What all lives share. */
export interface Surroundings {
  readonly reporters: Readonly<Record<DirectoryName, Reporter>>;
  readonly logs: LogTrap;
  readonly clients: ClientPool;
  /** Takes each line of the trace. */
  readonly onTrace?: (line: string) => void;
}

export const START = Date.parse('2026-11-20T08:00:00.000Z');
export const MEMORY_MS = MINUTE_MS;

const PROCESSES_OF_ONE = 4;
const LARGEST_SKEW_MS = 2 * MINUTE_MS;
const REAL_PAGES: PageSizes = { pieceCharacters: 15_000, pagePieces: 1000 };

export class Life {
  readonly random: Random;
  readonly surroundings: Surroundings;
  readonly timeline: Timeline;
  readonly diary: Diary;
  readonly portals: Readonly<Record<DirectoryName, Portal>>;
  readonly pasts: Readonly<Record<DirectoryName, Past>>;
  readonly database: Database;
  readonly store: Store;
  readonly pages: PageSizes;
  readonly clocks: 'true' | 'skewed' | 'jumping';
  /** Whether both sides may fail at once. */
  readonly isHard: boolean;
  /** How often a process freezes as it calls. */
  freezes: number;
  processes: Process[] = [];
  /** ETags that clients have seen. */
  readonly etags: string[] = [];
  readonly #clients: Clients[] = [];
  #made = 0;

  constructor(seed: number, surroundings: Surroundings) {
    const random = new Random(seed);
    this.random = random;
    this.surroundings = surroundings;
    this.timeline = new Timeline(START, () => this.processes);
    this.diary = new Diary(() => this.timeline.now, surroundings.onTrace);
    const small = { pieceCharacters: random.between(150, 3000), pagePieces: random.between(1, 12) };
    this.pages = random.happens(0.85) ? REAL_PAGES : small;
    this.clocks = random.weigh([
      [7, 'true'],
      [2, 'skewed'],
      [1, 'jumping'],
    ]);
    this.isHard = random.happens(0.4);
    this.freezes = random.happens(0.3) ? 0.03 : 0;
    this.portals = ofEach((name) => new Portal(name, random));
    this.pasts = ofEach((name) => new Past(this.portals[name]));
    this.database = new Database(this.timeline, this.portals, this.pages);
    this.store = new Store(this.timeline);
    if (random.happens(0.12)) {
      const afterMs = random.pick([SECOND_MS, MINUTE_MS, 5 * MINUTE_MS]);
      this.database.sleep = { afterMs, wakesInMs: random.between(2, 16) * SECOND_MS };
    }
    this.database.onFault = this.store.onFault = (name) => {
      this.diary.fault(name);
    };
  }

  get hours(): number {
    return (this.timeline.now - START) / HOUR_MS;
  }

  /** A process that is free, or a new one. */
  anyProcess(directory: Directory): Process {
    const own = this.processes.filter((each) => each.directory === directory);
    const idle = own.filter(({ isIdle }) => isIdle);
    const isCold = own.length < PROCESSES_OF_ONE && this.random.happens(0.15);
    return idle.length === 0 || isCold ? this.#newProcess(directory) : this.random.pick(idle);
  }

  /** Its SDK clients can be used again by another life. */
  end(): void {
    for (const clients of this.#clients) this.surroundings.clients.giveBack(clients);
  }

  #newProcess(directory: Directory): Process {
    this.#made += 1;
    const name = `${directory.name}-${this.#made}`;
    const process = new Process(name, directory, this.#around(directory));
    if (this.clocks === 'skewed') {
      process.skewMs = this.random.between(-LARGEST_SKEW_MS, LARGEST_SKEW_MS);
    }
    this.processes.push(process);
    return process;
  }

  #around(directory: Directory): Around {
    const { random, timeline, database, store, diary } = this;
    const clients = this.surroundings.clients.take();
    this.#clients.push(clients);
    return {
      random,
      timeline,
      database,
      store,
      clients,
      reporter: this.surroundings.reporters[directory.name],
      memoryMs: MEMORY_MS,
      mayFreeze: () => random.happens(this.freezes),
      onFreeze: (process, milliseconds) => {
        diary.fault('a frozen process');
        diary.trace(`${process.name} freezes for ${milliseconds} ms`);
      },
      onRead: (name, state, cachedAt) => {
        this.pasts[name].readAs(state, cachedAt);
        for (const flaw of state.flaws) diary.fault(`row: ${flaw}`);
      },
      onWrite: (process, written, invocation) => {
        this.#written(process, written, invocation);
      },
    };
  }

  #written(
    process: Process,
    { key, before, after }: Written,
    invocation: Invocation | undefined,
  ): void {
    const told = (name: string): string => after.headers[`x-amz-meta-${name}`] ?? 'nothing';
    const { cachedAt, records } = copyMetadata;
    this.diary.trace(`${process.name} wrote ${key} of ${told(cachedAt)}, ${told(records)} records`);
    const { name, mayShrink } = process.directory;
    const acceptsDrop = invocation?.event?.refresh?.acceptDrop === true;
    this.pasts[name].written(before, after, { now: process.now(), acceptsDrop, mayShrink });
  }
}

function ofEach<T>(make: (name: DirectoryName) => T): Readonly<Record<DirectoryName, T>> {
  const entries = allDirectories.map(({ name }) => [name, make(name)]);
  return Object.fromEntries(entries) as Record<DirectoryName, T>;
}
