/**
 * Answers requests for a list. A process serves a list from memory for `memoryMs`, which is one minute in AWS. After that, it
 * reads the database and the last-good copy at the same time, each with its own timeout. If the list passes the checks, it is
 * served, and it replaces the copy. If the read fails or the list is refused, the copy is served. If there is no copy either,
 * the answer is a 503.
 */

import type { Directory } from '../../contract/directories.ts';
import { FRESH_SECONDS, UNCOMPARED_SECONDS } from '../../contract/http.ts';
import { refreshLimits, visitorLimits } from '../../contract/limits.ts';
import type { CopyWrite, RefreshEvent } from '../../contract/refresh-event.ts';
import type { Clock } from '../aws/clock.ts';
import type { Copies, Copy, List } from '../aws/copies.ts';
import type { Database } from '../aws/data-api.ts';
import { type BadValues, type CheckedRead, checkRead } from './check.ts';
import type { Failure } from './failure.ts';
import { readWithin } from './read.ts';
import { type ListOutcome, type ListRequest, pickServed, respond } from './response.ts';

/** The external systems that an answer depends on, and one setting. */
export interface Dependencies {
  readonly clock: Clock;
  readonly database: Database;
  readonly copies: Copies;
  /** How long to serve a list from memory, in milliseconds. */
  readonly memoryMs: number;
}

/** A response with the facts for the log and the metrics. */
export interface Answer extends ListOutcome, BadValues {
  readonly fromMemory: boolean;
  /** Duration of a successful read, in milliseconds. */
  readonly readMs?: number | undefined;
  /** The result of writing the copy. Absent if there was nothing to write. */
  readonly copyWrite?: CopyWrite | undefined;
  /**
   * The last-good copy after this answer: the list that the answer wrote, or else the copy that it read. Absent if there is
   * neither, for example if the answer is from memory.
   */
  readonly copy?: List | undefined;
}

/**
 * Returns the function that answers requests for one directory. Between requests, it keeps the list that it last served, the
 * last list that passed the checks, and the last known number of records.
 */
export function createAnswers(directory: Directory, dependencies: Dependencies) {
  const { clock, database, copies, memoryMs } = dependencies;
  let memory: ReturnType<typeof pickServed>;
  let lastChecked: CheckedRead | undefined;
  /** The last known number of records. It is used if the copy does not provide this number. */
  let knownRecords: number | undefined;

  return async (request: ListRequest, refresh?: RefreshEvent['refresh']): Promise<Answer> => {
    const memoryAgeMs = clock.now() - (memory?.memorySince ?? Infinity);
    // If the clock was set back, the list in memory counts as expired.
    if (refresh === undefined && memoryAgeMs >= 0 && memoryAgeMs < memoryMs) {
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
    const counted = copy.state === 'unusable' ? copy.records : copied?.records;
    const recordsBefore = counted ?? knownRecords;
    const isAccepted = refresh?.acceptDrop === true;
    const gate = { recordsBefore, isStoreUnreachable: copy.state === 'unreachable' };
    const checked = checkRead(directory, read, lastChecked, isAccepted ? undefined : gate);
    if (checked.list !== undefined) lastChecked = checked;

    // If there is no fresh list, a refresh writes the old copy again, because only a write shows whether the function still has
    // the permission to write.
    const listToWrite = checked.list ?? (refresh === undefined ? undefined : copied);
    const copyWrite =
      listToWrite && (await copies.write(directory, listToWrite, copy, limits.storeMs));

    // A list that could not be compared with an earlier one gets a short lifetime, because it may have lost most of its
    // records.
    const isFirst = copy.state === 'absent' && copyWrite?.state === 'written';
    const isCompared = directory.mayShrink || isAccepted || isFirst || recordsBefore !== undefined;
    const lifetime = isCompared ? FRESH_SECONDS : UNCOMPARED_SECONDS;
    const fresh = checked.list && { list: checked.list, lifetime };
    knownRecords = isCompared && fresh ? fresh.list.records : recordsBefore;

    // A stale list must not stay in memory for long after the copy was read, because an operator may have removed a person from
    // the copy since then. A visitor's request takes only seconds, so the time in memory starts when the request is answered. A
    // refresh may wait for the database long after it has read the copy, so the time starts when the refresh begins.
    memory = pickServed(fresh, copied, refresh === undefined ? clock.now() : askedAt, memory);
    if (refresh !== undefined) await memory?.bodies.compressBrotli(limits.brotli);
    const response = await respond(memory, request, clock.now());
    database.closeConnections();
    copies.closeConnections();
    return {
      ...response,
      fromMemory: false,
      failures: [...failuresOf(checked, copy, copyWrite), ...response.failures],
      leftOut: checked.leftOut,
      setToNull: checked.setToNull,
      readMs: read.readMs,
      copyWrite,
      copy: copyWrite?.state === 'written' ? listToWrite : copied,
    };
  };
}

/**
 * Returns the failure of the read or of its checks, followed by the failures of the copy. The request is answered despite them.
 */
function failuresOf(checked: CheckedRead, copy: Copy, copyWrite: CopyWrite | undefined) {
  const failures: Failure[] = checked.failure === undefined ? [] : [checked.failure];
  if ('reason' in copy) {
    const name = copy.state === 'unusable' ? 'CopyUnusable' : 'CopyUnreachable';
    failures.push({ kind: 'outage', name, reason: copy.reason });
  }
  if (copyWrite?.state === 'failed') {
    failures.push({ kind: 'outage', name: 'CopyNotWritten', reason: copyWrite.reason });
  }
  return failures;
}
