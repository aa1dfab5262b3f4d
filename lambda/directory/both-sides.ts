/** The database and the last-good copy, read side by side, and what the one's answer means for waiting for the other. */

import type { Directory } from '../../contract/directories.ts';
import { READ_WITH_COPY_MS } from '../../contract/limits.ts';
import { type Deadline, pause, STORE_MS } from '../../aws/deadline.ts';
import { DatabaseOutage, type Failure, failureOf } from '../../aws/errors.ts';
import type { Stored } from '../../aws/last-good.ts';
import { readRecords } from './read.ts';
import type { Dependencies } from './dependencies.ts';

/** How long to wait before a resuming database is asked again. */
const RESUMING_PAUSE_MS = 500;

/** A visitor who can be served otherwise waits for the database no longer than that is worth. */
export class Hurry {
  isOn = false;
  readonly #readDeadline: Deadline;
  readonly #isRefresh: boolean;

  constructor(readDeadline: Deadline, isRefresh: boolean) {
    this.#readDeadline = readDeadline;
    this.#isRefresh = isRefresh;
  }

  canServeStale(): void {
    if (this.#isRefresh) return;
    this.isOn = true;
    this.#readDeadline.moveTo(READ_WITH_COPY_MS);
  }
}

export async function readBoth(
  directory: Directory,
  dependencies: Dependencies,
  readDeadline: Deadline,
  storeDeadline: Deadline,
  hurry: Hurry,
): Promise<[Stored, Read | { readonly failure: Failure }]> {
  const copying = dependencies.lastGood.read(directory, storeDeadline.signal).then((stored) => {
    if (stored.state === 'found') hurry.canServeStale();
    return stored;
  });
  const { signal } = readDeadline;
  const known = Promise.race([copying, pause(dependencies.clock, STORE_MS, signal)]);
  const mayWait = async (): Promise<boolean> => {
    await known;
    return !hurry.isOn;
  };
  const reading = readUntilAwake(directory, dependencies, signal, mayWait).then((read) => {
    if (!('failure' in read)) storeDeadline.moveTo(STORE_MS);
    return read;
  });
  return Promise.all([copying, reading]);
}

export interface Read {
  readonly rows: readonly unknown[];
  readonly cachedAt: number;
  readonly readMs: number;
}

/** Asks again while the database wakes up, unless somebody waits who can be served otherwise. */
async function readUntilAwake(
  directory: Directory,
  { clock, database }: Dependencies,
  signal: AbortSignal,
  mayWait: () => Promise<boolean>,
): Promise<Read | { readonly failure: Failure }> {
  for (;;) {
    const cachedAt = clock.now(); // before the read: no edit that it misses is older
    const startedAt = clock.elapsed();
    try {
      const rows = await readRecords(database, directory, signal);
      return { rows, cachedAt, readMs: clock.elapsed() - startedAt };
    } catch (error) {
      const isResuming = error instanceof DatabaseOutage && error.isResuming;
      const isWorthWaiting = isResuming && (await mayWait());
      if (!isWorthWaiting || !(await pause(clock, RESUMING_PAUSE_MS, signal))) {
        return { failure: failureOf(error) };
      }
    }
  }
}
