/**
 * How a request is answered: from memory, or else the database and the last-good copy are read in parallel, and what was
 * read is checked and kept. What cannot be read or must not be published is answered from the copy, and only without one
 * with 503.
 */

import { type Clock, Deadline, pause } from '../aws/clock.ts';
import type { Database } from '../aws/data-api.ts';
import {
  type Copy,
  type CopyWrite,
  isFromFuture,
  type LastGood,
  makeSnapshot,
  type Snapshot,
} from '../aws/last-good.ts';
import type { Directory } from '../../contract/directories.ts';
import {
  ANSWER_WITH_COPY_MS,
  ANSWER_WITHOUT_COPY_MS,
  READ_WITH_COPY_MS,
  READ_WITHOUT_COPY_MS,
  REFRESH_MS,
  REFRESH_READ_MS,
  RESUMING_PAUSE_MS,
  STORE_MS,
} from '../../contract/limits.ts';
import type { RefreshEvent } from '../../contract/refresh.ts';
import { unavailable } from '../../contract/routing.ts';
import { Bodies } from './bodies.ts';
import { type Checked, checkList, checkRecords } from './check.ts';
import { type Failure, failureOf, isResuming } from './failure.ts';
import { readRecords } from './read.ts';
import { asResponse, type ListRequest, type ListResponse, render, type Served } from './render.ts';

/** Everything outside of the process that an answer depends on. */
export interface Dependencies {
  readonly clock: Clock;
  readonly database: Database;
  readonly lastGood: LastGood;
  /** How long an answer is repeated from memory, in milliseconds. */
  readonly memoryMs: number;
}

/** A response and how it came about. */
export interface Answer {
  readonly response: ListResponse;
  /** Absent on a 503. */
  readonly served?: Served;
  readonly fromMemory: boolean;
  /** Absent on an answer from memory. */
  readonly attempt?: Attempt;
}

/** What one miss found out: it asked the database and the store once each. */
export interface Attempt {
  /** What was read and may be published. */
  readonly snapshot?: Snapshot;
  /** Why there is no snapshot. */
  readonly failure?: Failure;
  /** How long the read took, in milliseconds. Absent where it failed. */
  readonly readMs?: number;
  /** Absent where nothing was read. */
  readonly checked?: Checked;
  /** The copy as it was before. */
  readonly copy: Copy;
  /** What became of the write of the copy; absent where there was nothing to write. */
  readonly kept?: CopyWrite;
}

type Refresh = RefreshEvent['refresh'];

/** Makes the function that answers for one directory. It remembers, across calls, what it served last. */
export function directoryAnswers(
  directory: Directory,
  dependencies: Dependencies,
): (request: ListRequest, refresh?: Refresh) => Promise<Answer> {
  const { clock, memoryMs } = dependencies;
  let memory: Served | undefined;

  return async (request, refresh) => {
    const remembered = refresh === undefined ? memory : undefined;
    if (remembered !== undefined && isRecent(remembered, clock.now(), memoryMs)) {
      const response = await render(remembered, request, clock.now());
      return { response, served: remembered, fromMemory: true };
    }
    const startedAt = clock.elapsed();
    const attempt = await attemptRead(directory, dependencies, memory?.snapshot, refresh);
    const served = toServe(attempt, memory, clock.now());
    memory = served;
    if (refresh !== undefined) {
      await served?.bodies.makeSmallest(startedAt + REFRESH_MS - clock.elapsed());
    }
    if (served === undefined) {
      return { response: asResponse(unavailable), fromMemory: false, attempt };
    }
    const response = await render(served, request, clock.now());
    return { response, served, fromMemory: false, attempt };
  };
}

/** A clock that was set back makes nothing recent. */
function isRecent({ since }: Served, now: number, memoryMs: number): boolean {
  return now >= since && now - since < memoryMs;
}

/**
 * One miss. Database and copy are read in parallel every time, so there are no more calls in a failure than in health.
 * As soon as there is a copy, the visitor waits for the database only for the shorter time. Nobody waits for a refresh, so
 * it waits for a database that resumes.
 *
 * @param remembered - what this process served last.
 */
async function attemptRead(
  directory: Directory,
  { clock, database, lastGood }: Dependencies,
  remembered: Snapshot | undefined,
  refresh: Refresh | undefined,
): Promise<Attempt> {
  const startedAt = clock.elapsed();
  const isRefresh = refresh !== undefined;
  const readDeadline = new Deadline(clock, isRefresh ? REFRESH_READ_MS : READ_WITHOUT_COPY_MS);
  // A copy that comes late is worth waiting for where nothing else can be served.
  const copyMs = remembered === undefined ? READ_WITHOUT_COPY_MS : STORE_MS;
  const copyDeadline = new Deadline(clock, copyMs);

  // The two reads shorten each other's deadlines: a copy that of the database, an answer of the database that of the copy.
  let canServeStale = remembered !== undefined && !isRefresh;
  const staleIsReady = (): void => {
    if (isRefresh) return;
    canServeStale = true;
    readDeadline.moveTo(READ_WITH_COPY_MS);
  };
  if (canServeStale) staleIsReady();

  try {
    const readingCopy = lastGood.read(directory, copyDeadline.signal).then((copy) => {
      if (copy.state === 'found') staleIsReady();
      return copy;
    });
    const copyIsKnown = Promise.race([readingCopy, pause(clock, STORE_MS, readDeadline.signal)]);
    const mayWait = async (): Promise<boolean> => {
      await copyIsKnown;
      return !canServeStale;
    };
    const reading = readUntilResumed(directory, clock, database, readDeadline.signal, mayWait).then(
      (read) => {
        if (!('failure' in read)) copyDeadline.moveTo(STORE_MS);
        return read;
      },
    );
    const [copy, read] = await Promise.all([readingCopy, reading]);

    // The copy counts more than our own memory: an operator may have accepted, or removed, what this process has not seen.
    const known = (snapshotOf(copy) ?? remembered)?.records;
    const recordsBefore = refresh?.acceptDrop === true ? undefined : known;
    const result: ReadResult =
      'failure' in read ? read : toSnapshot(directory, read, recordsBefore);
    const toKeep = result.snapshot ?? (refresh?.proveWrite === true ? snapshotOf(copy) : undefined);
    if (toKeep === undefined) return { copy, ...result };

    const withinMs = canServeStale ? ANSWER_WITH_COPY_MS : ANSWER_WITHOUT_COPY_MS;
    const leftMs = startedAt + (isRefresh ? REFRESH_MS : withinMs) - clock.elapsed();
    const kept = await keep(directory, clock, lastGood, toKeep, copy, Math.min(STORE_MS, leftMs));
    return { copy, ...result, kept };
  } finally {
    readDeadline.end();
    copyDeadline.end();
    database.closeConnections();
    lastGood.closeConnections();
  }
}

interface Read {
  readonly rows: readonly unknown[];
  /** When the database was asked, in milliseconds since the Unix epoch. */
  readonly cachedAt: number;
  readonly readMs: number;
}

type ReadResult = Pick<Attempt, 'readMs' | 'checked' | 'snapshot' | 'failure'>;

/** Asks again while the database resumes, unless somebody waits who can be served otherwise. */
async function readUntilResumed(
  directory: Directory,
  clock: Clock,
  database: Database,
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
      const failure = failureOf(error);
      const isWorthWaiting = isResuming(failure) && (await mayWait());
      if (!isWorthWaiting || !(await pause(clock, RESUMING_PAUSE_MS, signal))) return { failure };
    }
  }
}

/** A snapshot of what was read, or the reason why it must not be published. */
function toSnapshot(
  directory: Directory,
  { rows, cachedAt, readMs }: Read,
  recordsBefore: number | undefined,
): ReadResult {
  let checked: Checked | undefined;
  try {
    checked = checkRecords(directory, rows);
    const { records, leftOut } = checked;
    checkList(directory, { records: records.length, leftOut }, recordsBefore);
    return { readMs, checked, snapshot: makeSnapshot(records, cachedAt) };
  } catch (error) {
    return { readMs, ...(checked === undefined ? {} : { checked }), failure: failureOf(error) };
  }
}

async function keep(
  directory: Directory,
  clock: Clock,
  lastGood: LastGood,
  snapshot: Snapshot,
  copy: Copy,
  milliseconds: number,
): Promise<CopyWrite> {
  if (copy.state === 'found' && isNewer(copy.snapshot, snapshot, clock.now())) {
    return { state: 'superseded' };
  }
  const deadline = new Deadline(clock, milliseconds);
  try {
    return await lastGood.write(directory, snapshot, copy, deadline.signal);
  } finally {
    deadline.end();
  }
}

/** The copy itself, which a proof of the permission to write writes again, is no newer. */
function isNewer(copy: Snapshot, snapshot: Snapshot, now: number): boolean {
  if (copy === snapshot) return false;
  return copy.cachedAt >= snapshot.cachedAt && !isFromFuture(copy, now);
}

/** The snapshot just read, or the newest known one; `undefined` where there is none at all. */
function toServe(
  { snapshot, copy }: Attempt,
  memory: Served | undefined,
  now: number,
): Served | undefined {
  const newest = snapshot ?? newestOf(snapshotOf(copy), memory?.snapshot, now);
  if (newest === undefined) return undefined;
  // What an unchanged list was compressed to stays.
  const isUnchanged = memory?.snapshot.sha256 === newest.sha256;
  const bodies = isUnchanged ? memory.bodies : new Bodies(newest.body);
  return snapshot === undefined
    ? { snapshot: newest, source: 'last-good', since: now, bodies }
    : { snapshot, source: 'database', since: snapshot.cachedAt, bodies };
}

/** A time from the future says nothing, so any other snapshot is preferred to one that has it. */
function newestOf(
  copy: Snapshot | undefined,
  remembered: Snapshot | undefined,
  now: number,
): Snapshot | undefined {
  if (copy === undefined || remembered === undefined) return copy ?? remembered;
  if (isFromFuture(copy, now)) return remembered;
  return copy.cachedAt > remembered.cachedAt ? copy : remembered;
}

/** The last-good copy after an attempt, as far as it is known. */
export function copyAfter({ snapshot, copy, kept }: Attempt): Snapshot | undefined {
  return kept?.state === 'written' && snapshot !== undefined ? snapshot : snapshotOf(copy);
}

function snapshotOf(copy: Copy): Snapshot | undefined {
  return copy.state === 'found' ? copy.snapshot : undefined;
}
