/**
 * How a request is answered. From memory within its minute. Otherwise the database and the copy are asked side by side, each
 * with its own limit. What was read is checked; what passes becomes the copy and the answer. What failed, or was refused, is
 * answered from the copy, and without one with 503.
 */

import type { Directory } from '../../contract/directories.ts';
import { FRESH_SECONDS, UNCOMPARED_SECONDS } from '../../contract/http.ts';
import { refreshLimits, visitorLimits } from '../../contract/limits.ts';
import type { RefreshEvent } from '../../contract/refresh-event.ts';
import type { Clock } from '../aws/clock.ts';
import type { Copies, Copy, CopyWrite, List } from '../aws/copies.ts';
import type { Database } from '../aws/data-api.ts';
import { checkRead, type Finding, type Published } from './check.ts';
import type { Failure } from './failure.ts';
import { readWithin } from './read.ts';
import { type ListRequest, pickServed, respond, type Response, type Served } from './response.ts';

/** Everything outside of the process that an answer depends on. */
export interface Dependencies {
  readonly clock: Clock;
  readonly database: Database;
  readonly copies: Copies;
  /** How long an answer is repeated from memory, in milliseconds. */
  readonly memoryMs: number;
}

/** A response, and how it came about. */
export interface Answer extends Response {
  readonly fromMemory: boolean;
  /** The failures of the read, then of the copy, then of the response. */
  readonly failures: readonly Failure[];
  /** Records that were read but are not in the list. */
  readonly leftOut: readonly Finding[];
  /** Fields that were read but became null. */
  readonly setToNull: readonly Finding[];
  /** How long the read took, in milliseconds, where it succeeded. */
  readonly readMs?: number | undefined;
  /** The result of writing the copy, where there was something to write. */
  readonly kept?: CopyWrite | undefined;
  /** The copy as it is now, as far as that is known. */
  readonly copy?: List | undefined;
}

/** Makes the function that answers for one directory. It remembers, across calls, what it answered and published last. */
export function directoryAnswers(
  directory: Directory,
  { clock, database, copies, memoryMs }: Dependencies,
): (request: ListRequest, refresh?: RefreshEvent['refresh']) => Promise<Answer> {
  let memory: Served | undefined;
  let published: Published | undefined;
  /** Number of records in the last list that was compared, or in the copy that was last seen. */
  let knownRecords: number | undefined;

  return async (request, refresh) => {
    if (refresh === undefined && isRecent(memory, clock.now(), memoryMs)) {
      const response = await respond(memory, request, clock.now());
      return { ...response, fromMemory: true, leftOut: [], setToNull: [] };
    }

    const askedAt = clock.now();
    const limits = refresh === undefined ? visitorLimits : refreshLimits;
    const [read, copy] = await Promise.all([
      readWithin(limits, clock, database, directory),
      copies.read(directory, limits.storeMs),
    ]);
    const copied = copy.state === 'found' ? copy.list : undefined;

    const recordsBefore = recordsIn(copy) ?? knownRecords;
    const isAccepted = refresh?.acceptDrop === true;
    const gate = { recordsBefore, isStoreUnreachable: copy.state === 'unreachable' };
    const checked = checkRead(directory, read, published, isAccepted ? undefined : gate);
    if (checked.list !== undefined) published = checked;

    // A refresh writes even the copy that it found: whether it may is worth knowing before an outage.
    const toKeep = checked.list ?? (refresh === undefined ? undefined : copied);
    const kept = toKeep && (await copies.write(directory, toKeep, copy, limits.storeMs));

    // A list that nothing was known to compare with may have lost most of its records.
    const isFirst = copy.state === 'absent' && kept?.state === 'written';
    const isCompared = directory.mayShrink || isAccepted || isFirst || recordsBefore !== undefined;
    const lifetime = isCompared ? FRESH_SECONDS : UNCOMPARED_SECONDS;
    const fresh = checked.list && { list: checked.list, lifetime };
    knownRecords = isCompared && fresh ? fresh.list.records : recordsBefore;

    // A visitor's minute starts with the answer. A refresh may have waited long for the database: a takedown that rewrote the
    // copy meanwhile waits a minute from when it was read.
    memory = pickServed(fresh, copied, refresh === undefined ? clock.now() : askedAt, memory);
    if (refresh !== undefined) await memory?.bodies.compress(limits.brotli);
    const response = await respond(memory, request, clock.now());
    database.closeConnections();
    copies.closeConnections();
    return {
      ...response,
      fromMemory: false,
      failures: [
        ...(checked.failure === undefined ? [] : [checked.failure]),
        ...copyFailures(copy, kept),
        ...response.failures,
      ],
      leftOut: checked.leftOut,
      setToNull: checked.setToNull,
      readMs: read.readMs,
      kept,
      copy: kept?.state === 'written' ? toKeep : copied,
    };
  };
}

/** A clock that was set back makes nothing recent. */
function isRecent(memory: Served | undefined, now: number, memoryMs: number): boolean {
  return memory !== undefined && now >= memory.since && now - memory.since < memoryMs;
}

function recordsIn(copy: Copy): number | undefined {
  if (copy.state === 'found') return copy.list.records;
  return copy.state === 'unusable' ? copy.records : undefined;
}

/** No answer fails for any of them. */
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
