/**
 * How a request is answered. From memory within its minute. Otherwise the database and the copy are asked side by side, each
 * with its own limit. What was read is checked; what passes becomes the copy and the answer. What failed, or was refused, is
 * answered from the copy, and without one with 503.
 */

import type { Directory } from '../../contract/directories.ts';
import type { DataSource } from '../../contract/http.ts';
import {
  type AnswerLimits,
  refreshLimits,
  RESUMING_PAUSE_MS,
  visitorLimits,
} from '../../contract/limits.ts';
import type { RefreshEvent } from '../../contract/refresh.ts';
import { notAcceptable, unavailable } from '../../contract/routing.ts';
import { type Clock, within } from '../aws/clock.ts';
import { type Copies, type Copy, type CopyWrite, type List, makeList } from '../aws/copies.ts';
import type { Database } from '../aws/data-api.ts';
import { checkList, checkRecords, type Finding } from './check.ts';
import { type Failure, failureOf, isResuming } from './failure.ts';
import { readRows, type Rows } from './read.ts';
import {
  Bodies,
  fixedResponse,
  type ListRequest,
  type ListResponse,
  listResponse,
  type Served,
} from './response.ts';

/** Everything outside of the process that an answer depends on. */
export interface Dependencies {
  readonly clock: Clock;
  readonly database: Database;
  readonly copies: Copies;
  /** How long an answer is repeated from memory, in milliseconds. */
  readonly memoryMs: number;
}

/** A response, and how it came about. */
export interface Answer {
  readonly response: ListResponse;
  /** Where the list comes from; `none` where there is none. */
  readonly source: DataSource | 'none';
  readonly fromMemory: boolean;
  readonly list: List | undefined;
  /** What failed, the read first. */
  readonly failures: readonly Failure[];
  /** Records that were read but are not in the list. */
  readonly leftOut: readonly Finding[];
  /** Fields that were read but became null. */
  readonly setToNull: readonly Finding[];
  /** How long the read took, in milliseconds, where it succeeded. */
  readonly readMs: number | undefined;
  /** What became of the write of the copy, where there was something to write. */
  readonly kept: CopyWrite['state'] | undefined;
  /** The copy as it is now, as far as that is known. */
  readonly copy: List | undefined;
}

/** Makes the function that answers for one directory. It remembers, across calls, what it answered and published last. */
export function directoryAnswers(
  directory: Directory,
  { clock, database, copies, memoryMs }: Dependencies,
): (request: ListRequest, refresh?: RefreshEvent['refresh']) => Promise<Answer> {
  let memory: Served | undefined;
  let published: Published | undefined;

  return async (request, refresh) => {
    if (refresh === undefined && memory !== undefined && isRecent(memory, clock.now(), memoryMs)) {
      return respond(memory, request, clock.now(), { ...nothingAsked, fromMemory: true });
    }

    const limits = refresh === undefined ? visitorLimits : refreshLimits;
    const [read, copy] = await Promise.all([
      readWithin(limits, clock, database, directory),
      copies.read(directory, limits.storeMs),
    ]);
    const copied = copy.state === 'found' ? copy.list : undefined;

    const known = (copied ?? published?.list)?.records;
    const recordsBefore = refresh?.acceptDrop === true ? undefined : known;
    const checked = 'rows' in read ? check(directory, read, published, recordsBefore) : read;
    const fresh = 'list' in checked ? checked.list : undefined;
    if ('list' in checked) published = checked;

    // A refresh writes even the copy that it found: whether it may is worth knowing before an outage.
    const toKeep = fresh ?? (refresh === undefined ? undefined : copied);
    const kept = toKeep && (await copies.write(directory, toKeep, copy, limits.storeMs));
    database.closeConnections();
    copies.closeConnections();

    const outcome: Outcome = {
      fromMemory: false,
      failures: [...('failure' in checked ? [checked.failure] : []), ...copyFailures(copy, kept)],
      leftOut: 'leftOut' in checked ? checked.leftOut : [],
      setToNull: 'setToNull' in checked ? checked.setToNull : [],
      readMs: 'rows' in read ? read.readMs : undefined,
      kept: kept?.state,
      copy: kept?.state === 'written' ? toKeep : copied,
    };
    memory = toServed(fresh, copied, clock.now(), memory);
    if (memory === undefined) return { ...outcome, ...noList, list: undefined };
    if (refresh !== undefined) await memory.bodies.compress(limits.brotli);
    return respond(memory, request, clock.now(), outcome);
  };
}

type Outcome = Omit<Answer, 'response' | 'source' | 'list'>;

const nothingAsked = {
  failures: [],
  leftOut: [],
  setToNull: [],
  readMs: undefined,
  kept: undefined,
  copy: undefined,
};

/** A clock that was set back makes nothing recent. */
function isRecent({ since }: Served, now: number, memoryMs: number): boolean {
  return now >= since && now - since < memoryMs;
}

interface Read {
  readonly rows: Rows;
  /** When the database was asked, in milliseconds since the Unix epoch. */
  readonly cachedAt: number;
  readonly readMs: number;
}

interface Failed {
  readonly failure: Failure;
}

async function readWithin(
  { databaseMs, waitsForResume }: AnswerLimits,
  clock: Clock,
  database: Database,
  directory: Directory,
): Promise<Read | Failed> {
  const ask = async (signal: AbortSignal): Promise<Read> => {
    for (;;) {
      const cachedAt = clock.now(); // before the read: no edit that it misses is older
      const startedAt = clock.elapsed();
      try {
        const rows = await readRows(database, directory, signal);
        return { rows, cachedAt, readMs: clock.elapsed() - startedAt };
      } catch (error) {
        if (!waitsForResume || !isResuming(error)) throw error;
        await new Promise<void>((resolve) => clock.schedule(RESUMING_PAUSE_MS, resolve));
        signal.throwIfAborted();
      }
    }
  };
  return within(clock, databaseMs, ask).catch((error: unknown) => ({ failure: failureOf(error) }));
}

interface Published {
  readonly rows: Rows;
  readonly list: List;
  readonly leftOut: readonly Finding[];
  readonly setToNull: readonly Finding[];
}

type Refused = Failed & Partial<Pick<Published, 'leftOut' | 'setToNull'>>;

/** The list to publish, or why it must not be. Rows equal to the last that this process published are not checked again. */
function check(
  directory: Directory,
  { rows, cachedAt }: Read,
  last: Published | undefined,
  recordsBefore: number | undefined,
): Published | Refused {
  let found: Pick<Published, 'leftOut' | 'setToNull'> = { leftOut: [], setToNull: [] };
  try {
    const isUnchanged = last !== undefined && isEqual(last.rows, rows);
    const next = isUnchanged
      ? { ...last, list: { ...last.list, cachedAt } }
      : toPublished(directory, rows, cachedAt);
    found = { leftOut: next.leftOut, setToNull: next.setToNull };
    checkList(directory, { records: next.list.records, leftOut: next.leftOut }, recordsBefore);
    return next;
  } catch (error) {
    return { failure: failureOf(error), ...found };
  }
}

function isEqual(one: Rows, other: Rows): boolean {
  return one.length === other.length && one.every((row, index) => row === other[index]);
}

function toPublished(directory: Directory, rows: Rows, cachedAt: number): Published {
  const parsed = rows.map((row) => JSON.parse(row) as unknown);
  const { records, leftOut, setToNull } = checkRecords(directory, parsed);
  return { rows, list: makeList(records, cachedAt), leftOut, setToNull };
}

/** Neither makes an answer fail. */
function copyFailures(copy: Copy, kept: CopyWrite | undefined): readonly Failure[] {
  const failures: Failure[] = [];
  if ('reason' in copy) {
    const name = copy.state === 'unusable' ? 'CopyUnusable' : 'CopyUnreachable';
    failures.push({ kind: 'outage', name, reason: copy.reason });
  }
  if (kept?.state === 'failed') {
    failures.push({ kind: 'outage', name: 'CopyNotWritten', reason: kept.reason });
  }
  return failures;
}

/** What is served, with the bodies that an equal list was compressed to before. */
function toServed(
  fresh: List | undefined,
  copied: List | undefined,
  now: number,
  before: Served | undefined,
): Served | undefined {
  const list = fresh ?? copied;
  if (list === undefined) return undefined;
  const bodies = before?.list.sha256 === list.sha256 ? before.bodies : new Bodies(list.body);
  return list === fresh
    ? { list, source: 'database', since: list.cachedAt, bodies }
    : { list, source: 'last-good', since: now, bodies };
}

const noList = { response: fixedResponse(unavailable), source: 'none' } as const;

async function respond(
  served: Served,
  request: ListRequest,
  now: number,
  outcome: Outcome,
): Promise<Answer> {
  const { list, source } = served;
  const response = await listResponse(served, request, now);
  if (response !== undefined) return { ...outcome, response, source, list };
  if ((await served.bodies.of('br')) !== undefined) {
    return { ...outcome, response: fixedResponse(notAcceptable), source, list };
  }
  // The edge then serves the copy itself, which has no such limit.
  const reason = `${list.body.length} bytes fit an answer in no content coding`;
  const failure: Failure = { kind: 'defect', name: 'ListTooLong', reason };
  return {
    ...outcome,
    response: noList.response,
    source,
    list,
    failures: [...outcome.failures, failure],
  };
}
