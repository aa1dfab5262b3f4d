/**
 * For each answer of the service, derives the correct answer from the replies of the database and the store, and compares the
 * two. The rules come from the documented interface and from docs/architecture.md. Apart from one constant, they share no code
 * with the service.
 */

import { CLOUDFRONT_USER_AGENT } from '../../contract/edge.ts';
import type { Refreshed } from '../../contract/refresh-event.ts';
import type { ListResponse } from '../../lambda/directory/response.ts';
import { uuidOf } from '../support/records.ts';
import { LEAK, type Portal } from './portal.ts';
import type { Asked, Invocation, Process, Served } from './process.ts';
import type { StoredObject } from './stored-object.ts';

const MINUTE_MS = 60_000;
const CLOCKS_DIFFER_MS = 5 * MINUTE_MS;
/** How long an answer may still contain a person after a takedown: a minute in memory, plus API Gateway's timeout of 12 s. */
const FORGOTTEN_AFTER_MS = 72_000;

/** A line of the service's log, which describes an answer. */
type Line = Readonly<Record<string, unknown>>;

type Result = ListResponse | Refreshed;
type Stored = StoredObject | undefined;
type Dated = Pick<Served, 'cachedAt'>;
type Expected = ReturnType<Oracle['expect']>;

export class Oracle {
  readonly #portal: Portal;
  /** The lists, keyed by ETag. */
  readonly bodies = new Map<string, string>();
  /** The time at which an operator removed each person from the copy, keyed by the person's number. */
  readonly takedowns = new Map<number, number>();

  constructor(portal: Portal) {
    this.#portal = portal;
  }

  /** Compares an answer with the correct answer. */
  judge(invocation: Invocation, result: Result, logged: string): void {
    const { process, asked, startedAt, startedAtByClock, isDisturbed, read, get } = invocation;
    const tookMs = process.timeline.now() - startedAt;
    must(isDisturbed || tookMs <= asked.limits.answerMs, `an answer takes ${tookMs} ms`);
    must(
      !`${JSON.stringify(result)}${logged}`.includes(LEAK),
      'an answer or a log line contains a contact',
    );
    const isOfAnyAge = isDisturbed || process.memory?.isDisturbed === true;
    const sent = 'body' in result && !isOfAnyAge ? bodyOf(result) : '';
    const isBack = this.#takenDown(sent, startedAt - FORGOTTEN_AFTER_MS).length > 0;
    must(!isBack, 'a list contains a person again after a takedown');
    const line = JSON.parse(logged) as Line;
    const isFromMemory = read === undefined && get === undefined;
    const age = startedAtByClock - (process.memory?.sinceByClock ?? Infinity);
    const isRecent = !asked.isRefresh && age >= 0 && age < MINUTE_MS; // if the clock went back, the memory counts as expired
    must(isRecent || !isFromMemory, 'memory is used for a refresh or for more than a minute');
    must(isFromMemory || !isRecent, 'the database or the store is read despite a list in memory');
    same('fromMemory in the log', line['fromMemory'], isFromMemory);

    const expected = isFromMemory ? undefined : this.expect(invocation, line['source']);
    const served = expected === undefined ? process.memory : expected.served;
    process.memory = served;
    process.seen = expected?.seen ?? process.seen;
    if (served?.source === 'database' && served.isComparable) process.published = served.records;
    if ('body' in result) {
      if (served !== undefined) this.#checkList(invocation, served, result);
      else same('the status if there is no list to serve', result.statusCode, 503);
      same('the status in the log', line['status'], result.statusCode);
    }
    same('the source in the log', line['source'], served?.source ?? 'none');
    if (expected && !isDisturbed) checkReport(invocation, expected, result, line);
  }

  /** Checks a write that has changed the stored copy, even if the reply to the process is lost. */
  judgeWrite(invocation: Invocation, before: Stored, after: Stored): void {
    const { read, get, asked, process, isDisturbed } = invocation;
    if (after?.isUsable !== true) throw new Error('the metadata of a copy is invalid');
    const seen = get?.object;
    must(before?.etag === seen?.etag, 'a process replaces a copy that it did not read');
    const copy = seen?.isUsable === true ? seen : undefined;
    const state = read?.outcome === 'read' ? read.state : undefined;
    const isCopied = copy?.body === after.body && copy.cachedAt === after.cachedAt;
    if (!isCopied || !asked.isRefresh) {
      const isRead = state?.body === after.body && read?.askedAtByClock === after.cachedAt;
      must(isRead, 'a list that was not read replaces the copy');
      must(state?.isRefused === false, 'a list that was refused replaces the copy');
      const isDrop = this.#isDrop(before?.records ?? 0, after.records);
      must(!isDrop || asked.acceptDrop, 'a list that shrank too much replaces the copy');
    }
    // A write succeeds only if the copy still has the ETag that the process read. The ETag depends only on the bytes of the
    // copy. Between the read and the write of a slow process, other processes can write newer copies. If the last of these
    // copies has the same bytes as the copy that the slow process read, it also has the same ETag. The slow write then
    // succeeds, and sets the time of the copy back.
    const isEqualAgain = before !== seen && !(copy && isNewer(copy, after, process));
    const isOlder = before?.isUsable === true && isNewer(before, after, process);
    must(!isOlder || isEqualAgain || isDisturbed, 'an older list replaces a newer one');
    for (const number of this.#takenDown(after.body, process.timeline.now())) {
      must(isDisturbed, 'the copy contains a person again after a takedown');
      this.takedowns.delete(number);
    }
  }

  /**
   * Returns the people in a list whom an operator removed at the time `by` or earlier, and whom the portal has not published
   * since then.
   */
  #takenDown(list: string, by: number): readonly number[] {
    const isDown = ([number, at]: readonly [number, number]): boolean =>
      at <= by && at >= (this.#portal.leftAt.get(number) ?? Infinity);
    const down = [...this.takedowns].filter(isDown).map(([number]) => number);
    return down.filter((number) => list.includes(uuidOf(number)));
  }

  /**
   * Derives the correct answer.
   *
   * @param said - the source in the log. If a process froze, only its log shows whether its calls finished within their timeouts.
   */
  expect(invocation: Invocation, said: unknown) {
    const { read, get, asked, startedAt, process, isDisturbed } = invocation;
    const { databaseMs, storeMs } = asked.limits;
    const readAt = read?.at ?? Infinity;
    const isInTime = isDisturbed ? said === 'database' : readAt < startedAt + databaseMs;
    const outcome = isInTime ? read?.outcome : undefined;
    const state = outcome === 'read' ? read?.state : undefined;
    const gaveUp = outcome === 'resuming' && asked.isRefresh && !isDisturbed;
    const isSoon = readAt < startedAt + databaseMs - 1000;
    must(!gaveUp || !isSoon, 'a refresh gives up while the database is resuming');
    const isCopyKnown = get?.error !== 'SlowDown' && (get?.at ?? Infinity) < startedAt + storeMs;
    const object = isCopyKnown || isDisturbed ? get?.object : undefined;
    const copy = object?.isUsable === true ? object : undefined;
    const isWhole = state?.isRefused === false && !isDisturbed;
    const known = Math.max(invocation.most, process.published ?? 0, process.seen ?? 0);
    const isLost = isWhole && this.#isDrop(known, state.records);
    const isEmpty = isWhole && state.records === 0 && !isCopyKnown;
    const mayBeRefused = this.#isGated(asked) && (isLost || isEmpty);
    const isDrop = mayBeRefused && said !== 'database';
    const isRefused = isDrop || state?.isRefused === true;

    const at = read?.askedAtByClock ?? NaN;
    const isComparable =
      (process.published ?? process.seen ?? countOf(object)) !== undefined ||
      (get?.error === 'NoSuchKey' && isWritten(invocation)) ||
      !this.#isGated(asked);
    const ofAny = { isDisturbed, isComparable };
    const floor = Math.min(invocation.least, process.published ?? Infinity);
    const before = this.#isGated(asked) ? floor : 0;
    const ofRead = {
      source: 'database',
      cachedAt: at,
      sinceByClock: at,
      before,
      ...ofAny,
    } as const;
    const sinceByClock = asked.isRefresh ? invocation.startedAtByClock : process.clock.now();
    const ofCopy = { source: 'last-good', sinceByClock, before: 0, ...ofAny } as const;
    const fresh: Served | undefined = isRefused ? undefined : state && { ...state, ...ofRead };
    const list: Served | undefined = fresh ?? (copy && { ...copy, ...ofCopy });
    const served = isDisturbed && said === 'none' ? undefined : list;
    const failed = outcome === 'defect' ? outcome : 'outage';
    const failure = isRefused ? 'refused' : state ? undefined : failed;
    return { served, fresh, state, failure, isDrop, copy, isCopyKnown, seen: countOf(object) };
  }

  /**
   * Tells whether a list must be compared with the previous list before it is published. The list of jobs is always allowed to
   * shrink, and an operator can accept a list of any length.
   */
  #isGated({ acceptDrop }: Asked): boolean {
    return this.#portal.directory.name !== 'jobs' && !acceptDrop;
  }

  /** Tells whether a list of more than ten startups or founders has lost more than half of them. */
  #isDrop(before: number, records: number): boolean {
    return this.#portal.directory.name !== 'jobs' && before > 10 && records < before / 2;
  }

  #checkList({ asked, process }: Invocation, served: Served, response: ListResponse): void {
    const { statusCode, headers } = response;
    const { source, body, cachedAt, sinceByClock } = served;
    must(statusCode !== 503, `the status is 503 although a list is available: ${source}`);
    same('X-Data-Source', headers['X-Data-Source'], source);
    const now = process.clock.now();
    const saidAt = Date.parse(headers['X-Cached-At'] ?? '');
    must(saidAt <= now, 'X-Cached-At is in the future');
    same('X-Cached-At', saidAt, Math.min(cachedAt, now));
    const age = Math.floor((now - sinceByClock) / 1000);
    const stating = (lifetime: number): string => {
      const left = Math.max(Math.min(lifetime - age, lifetime), 0);
      return `public, max-age=${left}, stale-if-error=86400`;
    };
    const stated = headers['Cache-Control'];
    const isLong = stated === stating(3600) && stated !== stating(60);
    const mayBeLong = source === 'database' && !this.#isDrop(served.before, served.records);
    must(
      !isLong || mayBeLong,
      'a stale list, or a list that lost more than half of its records, has a lifetime of an hour',
    );
    const mustBeLong = source === 'database' && served.isComparable && !served.isDisturbed;
    const lifetime = isLong || mustBeLong ? 3600 : 60;
    same(`Cache-Control of ${source}`, stated, stating(lifetime));

    const { ETag: etag = '' } = headers;
    for (const [other, list] of this.bodies)
      must((other === etag) === (list === body), 'lists share an ETag, or a list has two ETags');
    this.bodies.set(etag, body);
    const { method, coding, ifNoneMatch, userAgent } = asked.request;
    const isKnown = ifNoneMatch === '*' || ifNoneMatch.split(', ').includes(etag);
    const isUnchanged = isKnown && userAgent !== CLOUDFRONT_USER_AGENT;
    same('the status', statusCode, isUnchanged ? 304 : 200);
    const isSent = !isUnchanged && method === 'GET';
    must(bodyOf(response) === (isSent ? body : ''), 'the body is not the list');
    same('the coding', headers['Content-Encoding'] ?? '', isUnchanged ? '' : coding);
  }
}

/** Checks the log and the metrics. If the event was a refresh, also checks its result. */
function checkReport(by: Invocation, expected: Expected, result: Result, line: Line): void {
  const { fresh, state, failure, copy, isCopyKnown } = expected;
  const kept = keptOf(by, expected);
  const isUnusable = by.get?.object?.isUsable === false;
  const copyNow = kept === 'written' ? (fresh ?? copy) : copy;
  const ageMs = Math.max(0, by.process.clock.now() - (copyNow?.cachedAt ?? NaN));
  const told = {
    FreshReads: fresh ? 1 : 0,
    Outages: failure === 'outage' ? 1 : 0,
    Defects: failure === 'defect' ? 1 : 0,
    ListsRefused: failure === 'refused' ? 1 : 0,
    RecordsLeftOut: state?.isRefused === true ? line['RecordsLeftOut'] : (state?.leftOut ?? 0),
    CopyFailures: (!isCopyKnown || isUnusable ? 1 : 0) + (kept === 'failed' ? 1 : 0),
    CopyAge: copyNow && Math.floor(ageMs / 1000),
    copyWrite: kept,
  };
  for (const [name, value] of Object.entries(told)) same(`${name} in the log`, line[name], value);
  if ('body' in result) return;
  same('records of a refresh', result.records, fresh?.records);
  const kind = failure === 'refused' ? 'defect' : failure;
  same('failure of a refresh', result.failure?.kind, kind);
  const isEmpty = state?.records === 0; // if the store is unreachable, an empty list is refused even if it is not a drop
  if (!isEmpty) same('isDrop of a refresh', result.failure?.isDrop ?? false, expected.isDrop);
  same('copyWrite of a refresh', result.copyWrite?.state, kept);
  same('copy of a refresh', result.copy?.records, copyNow?.records);
}

/**
 * Returns the outcome of writing the copy. If there is no fresh list, a refresh writes the old copy again. A process does not
 * replace a copy that it knows to be newer.
 */
function keptOf(invocation: Invocation, { fresh, copy, isCopyKnown }: Expected) {
  const { get, put, process, asked } = invocation;
  const toKeep = fresh ?? (asked.isRefresh ? copy : undefined);
  const isOlder = toKeep !== undefined && copy !== undefined && isNewer(copy, toKeep, process);
  const isSent = toKeep !== undefined && isCopyKnown && !isOlder;
  must(isSent === (put !== undefined), isSent ? 'a write is missing' : 'a forbidden write is made');
  if (toKeep === undefined) return undefined;
  if (put === undefined) return isOlder ? 'superseded' : 'failed';
  if (isWritten(invocation)) return 'written';
  if (put.at >= put.sentAt + asked.limits.storeMs) return 'failed';
  // The process found no copy, but its write failed because there is a copy. The process does not treat this as a lost race but
  // as a failure, because it is probably not allowed to read the copy.
  if (get?.object === undefined && put.error === 'PreconditionFailed') return 'failed';
  const isLost = put.error === 'PreconditionFailed' || put.error === 'ConditionalRequestConflict';
  return isLost ? 'superseded' : 'failed';
}

function isWritten({ put, asked }: Invocation): boolean {
  return put?.error === '' && put.at < put.sentAt + asked.limits.storeMs;
}

/** Returns the number of records in an object's metadata, even if the object is otherwise damaged. */
function countOf(object: Stored): number | undefined {
  return object === undefined || Number.isNaN(object.records) ? undefined : object.records;
}

export function must(holds: boolean, promise: string): void {
  if (!holds) throw new Error(promise);
}

function same(what: string, told: unknown, expected: unknown): void {
  must(told === expected, `${what}: ${String(told)}, not ${String(expected)}`);
}

/**
 * Tells whether a copy is newer than a list. A copy from more than five minutes in the future does not count as newer, because
 * the clock of its writer was wrong.
 */
function isNewer(copy: Dated, { cachedAt }: Dated, process: Process): boolean {
  return copy.cachedAt > cachedAt && copy.cachedAt <= process.clock.now() + CLOCKS_DIFFER_MS;
}

/** Returns the body as text. In the model, brotli is a stub that does not change the bytes. */
function bodyOf({ body, isBase64Encoded = false }: ListResponse): string {
  return isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;
}
