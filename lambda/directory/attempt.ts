/** One miss: the database is read beside the last-good copy, and what was read is checked and kept. */

import type { Directory } from '../../contract/directories.ts';
import { READ_WITH_COPY_MS } from '../../contract/limits.ts';
import type { RefreshEvent } from '../../contract/refresh.ts';
import { type Checked, checkList, checkRecords } from './check.ts';
import {
  ANSWER_WITH_COPY_MS,
  ANSWER_WITHOUT_COPY_MS,
  Deadline,
  pause,
  READ_WITHOUT_COPY_MS,
  REFRESH_MS,
  REFRESH_READ_MS,
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
 * what this process served last. Nobody waits for a refresh, so it waits for a database that wakes up.
 */
export async function attemptRead(
  directory: Directory,
  world: World,
  remembered: Snapshot | undefined,
  refresh?: RefreshEvent['refresh'],
): Promise<Attempt> {
  const { clock, database, lastGood } = world;
  const startedAt = clock.now();
  const isRefresh = refresh !== undefined;
  const readDeadline = new Deadline(clock, isRefresh ? REFRESH_READ_MS : READ_WITHOUT_COPY_MS);
  const storeDeadline = new Deadline(clock, STORE_MS);
  try {
    const reading = lastGood.read(directory, storeDeadline.signal);
    const isHurried = reading.then((stored) => {
      const canServeStale = stored.state === 'found' || remembered !== undefined;
      const hurried = canServeStale && !isRefresh;
      if (hurried) readDeadline.moveTo(READ_WITH_COPY_MS);
      return hurried;
    });
    const [stored, read] = await Promise.all([
      reading,
      readUntilAwake(directory, world, readDeadline.signal, isHurried),
    ]);
    if ('failure' in read) return { stored, failure: read.failure };
    const before = refresh?.acceptDrop === true ? undefined : recordsBefore(stored, remembered);
    const judged = judge(directory, read, before);
    const { readMs } = read;
    if (judged.snapshot === undefined) return { stored, readMs, ...judged };
    const answerMs = (await isHurried) ? ANSWER_WITH_COPY_MS : ANSWER_WITHOUT_COPY_MS;
    const until = startedAt + (isRefresh ? REFRESH_MS : answerMs);
    const kept = await keep(directory, world, judged.snapshot, stored, until);
    return { stored, readMs, ...judged, kept };
  } finally {
    readDeadline.end();
    storeDeadline.end();
    database.rest();
    lastGood.rest();
  }
}

/** The last-good copy after an attempt, as far as it is known. */
export function copyAfter({ snapshot, stored, kept }: Attempt): Snapshot | undefined {
  if (kept === 'written') return snapshot;
  return stored.state === 'found' ? stored.snapshot : undefined;
}

interface Read {
  readonly rows: readonly unknown[];
  readonly cachedAt: number;
  readonly readMs: number;
}

/** Asks again while the database wakes up, unless somebody waits who can be served otherwise. */
async function readUntilAwake(
  directory: Directory,
  { clock, database }: World,
  signal: AbortSignal,
  isHurried: Promise<boolean>,
): Promise<Read | { readonly failure: Failure }> {
  for (;;) {
    const cachedAt = clock.now(); // before the read: no edit that it misses is older
    try {
      const rows = await readRecords(database, directory, signal);
      return { rows, cachedAt, readMs: clock.now() - cachedAt };
    } catch (error) {
      const isResuming = error instanceof DatabaseOutage && error.isResuming;
      const isWorthWaiting = isResuming && !(await isHurried);
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

/** The copy counts more than our own memory: an operator may have accepted, or taken away, what this process has not seen. */
function recordsBefore(stored: Stored, remembered: Snapshot | undefined): number | undefined {
  return stored.state === 'found' ? stored.snapshot.records : remembered?.records;
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
