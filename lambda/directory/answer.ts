/**
 * The one path of a request: memory, then the database beside the last-good copy, then check, keep and answer.
 * What cannot be read or must not be published is answered from the last-good copy, and only without one with 503.
 */

import type { Directory } from '../../contract/directories.ts';
import { type Checked, checkList, checkRecords } from './check.ts';
import type { Clock } from './clock.ts';
import type { Database } from './data-api.ts';
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
import type { Kept, LastGood, Stored } from './last-good.ts';
import { readRecords } from './read.ts';
import { type ListRequest, type ListResponse, render, type Served, unavailable } from './render.ts';
import { makeSnapshot, type Snapshot } from './snapshot.ts';

/** Everything outside of the process that an answer depends on. */
export interface World {
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

/** Clocks of processes differ; a copy further ahead than this has a wrong time and yields to any read. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/** Makes the function that answers for one directory. It remembers, across calls, what it served last. */
export function directoryAnswers(
  directory: Directory,
  world: World,
): (request: ListRequest) => Promise<Answer> {
  let held: Served | undefined;

  return async (request) => {
    const { clock } = world;
    if (held !== undefined && isRecent(held, clock.now(), world.memoryMs)) {
      const response = await render(held, request, clock.now());
      return { response, served: held, fromMemory: true };
    }
    const attempt = await attemptRead(directory, world, held?.snapshot);
    held = toServe(attempt, held?.snapshot, clock.now());
    if (held === undefined) return { response: unavailable, fromMemory: false, attempt };
    const response = await render(held, request, clock.now());
    return { response, served: held, fromMemory: false, attempt };
  };
}

/** A clock that was set back makes nothing recent. */
function isRecent({ since }: Served, now: number, memoryMs: number): boolean {
  return now >= since && now - since < memoryMs;
}

/** The database and the copy are asked side by side on every miss, so no one sees more calls in a failure than in health. */
async function attemptRead(
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

function isFromFuture({ cachedAt }: Snapshot, now: number): boolean {
  return cachedAt > now + CLOCKS_DIFFER_MS;
}

/** The snapshot just read, or the newest known one; `undefined` where there is none at all. */
function toServe(
  { snapshot, stored }: Attempt,
  remembered: Snapshot | undefined,
  now: number,
): Served | undefined {
  if (snapshot !== undefined) {
    return { snapshot, source: 'database', since: snapshot.cachedAt, encoded: new Map() };
  }
  const copy = stored.state === 'found' ? stored.snapshot : undefined;
  const known = newestOf(copy, remembered, now);
  if (known === undefined) return undefined;
  return { snapshot: known, source: 'last-good', since: now, encoded: new Map() };
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
