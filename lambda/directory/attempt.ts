/** One miss: the database is read beside the last-good copy, and what was read is checked and kept. */

import type { Directory } from '../../contract/directories.ts';
import type { RefreshEvent } from '../../contract/refresh.ts';
import { Hurry, type Read, readBoth } from './both-sides.ts';
import { type Checked, checkList, checkRecords } from './check.ts';
import {
  ANSWER_WITH_COPY_MS,
  ANSWER_WITHOUT_COPY_MS,
  Deadline,
  READ_WITHOUT_COPY_MS,
  REFRESH_MS,
  REFRESH_READ_MS,
  STORE_MS,
} from '../../aws/deadline.ts';
import { type Failure, failureOf } from '../../aws/errors.ts';
import type { Kept, Stored } from '../../aws/last-good.ts';
import { isFromFuture, makeSnapshot, type Snapshot } from '../../aws/snapshot.ts';
import type { Dependencies } from './dependencies.ts';

/** What one miss found out: it asked the database and the store once each. */
export interface Attempt {
  readonly snapshot?: Snapshot;
  readonly failure?: Failure;
  /** How long the read took, in milliseconds. Absent where it failed. */
  readonly readMs?: number;
  /** Absent where nothing was read. */
  readonly checked?: Checked;
  readonly stored: Stored;
  /** What became of the write of the copy; absent where there was nothing to write. */
  readonly kept?: Kept;
}

/**
 * The two are asked side by side on every miss, so no one sees more calls in a failure than in health. `remembered` is
 * what this process served last. Nobody waits for a refresh, so it waits for a database that wakes up.
 */
export async function attemptRead(
  directory: Directory,
  dependencies: Dependencies,
  remembered: Snapshot | undefined,
  refresh?: RefreshEvent['refresh'],
): Promise<Attempt> {
  const { clock, database, lastGood } = dependencies;
  const startedAt = clock.elapsed();
  const isRefresh = refresh !== undefined;
  const readDeadline = new Deadline(clock, isRefresh ? REFRESH_READ_MS : READ_WITHOUT_COPY_MS);
  // A copy that comes late is worth waiting for where nothing else can be served.
  const copyMs = remembered === undefined ? READ_WITHOUT_COPY_MS : STORE_MS;
  const storeDeadline = new Deadline(clock, copyMs);
  const hurry = new Hurry(readDeadline, isRefresh);
  if (remembered !== undefined) hurry.canServeStale();
  try {
    const [stored, read] = await readBoth(
      directory,
      dependencies,
      readDeadline,
      storeDeadline,
      hurry,
    );
    const before = refresh?.acceptDrop === true ? undefined : recordsBefore(stored, remembered);
    const judged: Judged = 'failure' in read ? read : judge(directory, read, before);
    const toKeep = judged.snapshot ?? (refresh?.proveWrite === true ? copyOf(stored) : undefined);
    if (toKeep === undefined) return { stored, ...judged };
    const answerMs = hurry.isOn ? ANSWER_WITH_COPY_MS : ANSWER_WITHOUT_COPY_MS;
    const until = startedAt + (isRefresh ? REFRESH_MS : answerMs);
    const kept = await keep(directory, dependencies, toKeep, stored, until);
    return { stored, ...judged, kept };
  } finally {
    readDeadline.end();
    storeDeadline.end();
    database.closeConnections();
    lastGood.closeConnections();
  }
}

/** The last-good copy after an attempt, as far as it is known. */
export function copyAfter({ snapshot, stored, kept }: Attempt): Snapshot | undefined {
  return kept?.state === 'written' && snapshot !== undefined ? snapshot : copyOf(stored);
}

function copyOf(stored: Stored): Snapshot | undefined {
  return stored.state === 'found' ? stored.snapshot : undefined;
}

type Judged = Pick<Attempt, 'readMs' | 'checked' | 'snapshot' | 'failure'>;

/** What was read, checked: a snapshot, or the reason why it must not be published. */
function judge(
  directory: Directory,
  { rows, cachedAt, readMs }: Read,
  before: number | undefined,
): Judged {
  let checked: Checked | undefined;
  try {
    checked = checkRecords(directory, rows);
    checkList(directory, checked, before);
    return { readMs, checked, snapshot: makeSnapshot(checked.records, cachedAt) };
  } catch (error) {
    return { readMs, ...(checked === undefined ? {} : { checked }), failure: failureOf(error) };
  }
}

/** The copy counts more than our own memory: an operator may have accepted, or taken away, what this process has not seen. */
function recordsBefore(stored: Stored, remembered: Snapshot | undefined): number | undefined {
  return (copyOf(stored) ?? remembered)?.records;
}

async function keep(
  directory: Directory,
  { clock, lastGood }: Dependencies,
  snapshot: Snapshot,
  stored: Stored,
  until: number,
): Promise<Kept> {
  if (stored.state === 'found' && isNewer(stored.snapshot, snapshot, clock.now())) {
    return { state: 'superseded' };
  }
  const deadline = new Deadline(clock, Math.min(STORE_MS, until - clock.elapsed()));
  try {
    return await lastGood.write(directory, snapshot, stored, deadline.signal);
  } finally {
    deadline.end();
  }
}

/** The copy itself is no newer: it is written again as it is. */
function isNewer(copy: Snapshot, snapshot: Snapshot, now: number): boolean {
  if (copy === snapshot) return false;
  return copy.cachedAt >= snapshot.cachedAt && !isFromFuture(copy, now);
}
