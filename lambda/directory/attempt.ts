/** One miss: the database is read beside the last-good copy, and what was read is checked and kept. */

import type { Directory } from '../../contract/directories.ts';
import { type Checked, checkList, checkRecords } from './check.ts';
import {
  ANSWER_WITH_COPY_MS,
  ANSWER_WITHOUT_COPY_MS,
  Deadline,
  pause,
  READ_WITH_COPY_MS,
  READ_WITHOUT_COPY_MS,
  STORE_MS,
} from './deadline.ts';
import { DatabaseOutage, type Failure, failureOf } from './errors.ts';
import type { Kept, Stored } from './last-good.ts';
import { readRecords } from './read.ts';
import { isFromFuture, makeSnapshot, type Snapshot } from './snapshot.ts';
import type { World } from './world.ts';

/** What one miss found out: it asked the database and the store once each. */
export interface Attempt {
  readonly snapshot?: Snapshot;
  readonly failure?: Failure;
  /** How long the read took, in milliseconds. Absent where it failed. */
  readonly readMs?: number;
  /** Absent where nothing was read. */
  readonly checked?: Checked;
  readonly stored: Stored;
  /** Absent where there was nothing to keep. */
  readonly kept?: Kept;
}

/** How long to wait before a resuming database is asked again. */
const RESUMING_PAUSE_MS = 500;

/**
 * The two are asked side by side on every miss, so no one sees more calls in a failure than in health. `remembered` is
 * what this process served last.
 */
export async function attemptRead(
  directory: Directory,
  world: World,
  remembered: Snapshot | undefined,
): Promise<Attempt> {
  const { clock, database, lastGood } = world;
  const startedAt = clock.now();
  const readDeadline = new Deadline(clock, READ_WITHOUT_COPY_MS);
  const storeDeadline = new Deadline(clock, STORE_MS);
  try {
    const reading = lastGood.read(directory, storeDeadline.signal);
    const canServeStale = reading.then((stored) => {
      const possible = stored.state === 'found' || remembered !== undefined;
      if (possible) readDeadline.moveTo(READ_WITH_COPY_MS);
      return possible;
    });
    const [stored, read] = await Promise.all([
      reading,
      readUntilAwake(directory, world, readDeadline.signal, canServeStale),
    ]);
    if ('failure' in read) return { stored, failure: read.failure };
    const judged = judge(directory, read, recordsBefore(stored, remembered));
    const { readMs } = read;
    if (judged.snapshot === undefined) return { stored, readMs, ...judged };
    const answerMs = (await canServeStale) ? ANSWER_WITH_COPY_MS : ANSWER_WITHOUT_COPY_MS;
    const kept = await keep(directory, world, judged.snapshot, stored, startedAt + answerMs);
    return { stored, readMs, ...judged, kept };
  } finally {
    readDeadline.end();
    storeDeadline.end();
    database.rest();
    lastGood.rest();
  }
}

interface Read {
  readonly rows: readonly unknown[];
  readonly cachedAt: number;
  readonly readMs: number;
}

/** Asks again while the database wakes up, if there is nothing else to serve. */
async function readUntilAwake(
  directory: Directory,
  { clock, database }: World,
  signal: AbortSignal,
  canServeStale: Promise<boolean>,
): Promise<Read | { readonly failure: Failure }> {
  for (;;) {
    const cachedAt = clock.now(); // before the read: no edit that it misses is older
    try {
      const rows = await readRecords(database, directory, signal);
      return { rows, cachedAt, readMs: clock.now() - cachedAt };
    } catch (error) {
      const isResuming = error instanceof DatabaseOutage && error.isResuming;
      const isWorthWaiting = isResuming && !(await canServeStale);
      if (!isWorthWaiting || !(await pause(clock, RESUMING_PAUSE_MS, signal))) {
        return { failure: failureOf(error) };
      }
    }
  }
}

/** What was read, checked: a snapshot, or the reason why it must not be published. */
function judge(
  directory: Directory,
  { rows, cachedAt }: Read,
  before: number | undefined,
): Pick<Attempt, 'checked' | 'snapshot' | 'failure'> {
  let checked: Checked | undefined;
  try {
    checked = checkRecords(directory, rows);
    checkList(directory, checked, before);
    return { checked, snapshot: makeSnapshot(checked.records, cachedAt) };
  } catch (error) {
    return { ...(checked === undefined ? {} : { checked }), failure: failureOf(error) };
  }
}

/** A copy that was surely taken away says that there is nothing to compare with; one out of sight does not. */
function recordsBefore(stored: Stored, remembered: Snapshot | undefined): number | undefined {
  if (stored.state === 'found') return stored.snapshot.records;
  return stored.state === 'absent' && stored.isSure ? undefined : remembered?.records;
}

async function keep(
  directory: Directory,
  { clock, lastGood }: World,
  snapshot: Snapshot,
  stored: Stored,
  until: number,
): Promise<Kept> {
  if (stored.state === 'found' && isNewer(stored.snapshot, snapshot, clock.now())) {
    return 'superseded';
  }
  const deadline = new Deadline(clock, Math.min(STORE_MS, until - clock.now()));
  try {
    return await lastGood.write(directory, snapshot, stored, deadline.signal);
  } finally {
    deadline.end();
  }
}

function isNewer(copy: Snapshot, snapshot: Snapshot, now: number): boolean {
  return copy.cachedAt >= snapshot.cachedAt && !isFromFuture(copy, now);
}
