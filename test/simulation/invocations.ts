/** Requests and refreshes under way, and what must hold of each when it ends, however much goes wrong around it. */

import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import type { Refreshed, RefreshEvent } from '../../contract/refresh.ts';
import { callsFor } from './database.ts';
import { SECRET } from './faults.ts';
import { PLANTED_EMAIL, PLANTED_PHONE } from './flaws.ts';
import type { Portal } from './portal.ts';
import {
  type HandlerEvent,
  type Invocation,
  type ListResponse,
  MEMORY_MS,
  type Process,
} from './process.ts';
import { must } from './report.ts';
import type { Run } from './run.ts';
import { MINUTE_MS } from './timeline.ts';

export interface SimulatedRequest {
  readonly event: HandlerEvent;
  readonly method: string;
  /** Content codings in which the list may come; none: 406. */
  readonly codings: readonly string[];
  /** The ETags that the client says it has; `*` stands for any. */
  readonly etags: readonly string[];
}

interface Started {
  readonly process: Process;
  readonly invocation: Invocation;
  /** Absent on a refresh. */
  readonly request: SimulatedRequest | undefined;
  /** The process's last one before that asked the database. */
  readonly lastRead: Invocation | undefined;
  /** Whether the process had served a list before. */
  readonly remembered: boolean;
  /** Whether there was a copy before. */
  readonly wasKept: boolean;
}

/** An invocation that is over, and what was true while its answer was made. */
interface Ended extends Invocation {
  readonly portal: Portal;
  readonly remembered: boolean;
  /** Whether a read must have succeeded, and what it found may be published. */
  readonly mustBeFresh: boolean;
  /** Whether a copy or a memory was within reach the whole time. */
  readonly mustBeServed: boolean;
  /** Whether all clocks and copies tell the true time. */
  readonly timesAreTrue: boolean;
  readonly mostDatabaseCalls: number;
}

/** The documented deadlines (README, "What you can rely on"): a copy at hand is one that came within its second. */
const WITH_COPY_MS = 4000;
const WITHOUT_COPY_MS = 10_000;
const REFRESH_MS = 51_000;
const STORE_MS = 1000;
const COPY_MS = 8000;

/** The clocks of two processes differ by no more. */
const CLOCKS_DIFFER_MS = 4 * MINUTE_MS;

const ETAGS_KNOWN = 10;

export class Invocations {
  readonly #run: Run;
  #started: Started[] = [];

  constructor(run: Run) {
    this.#run = run;
  }

  /** Those under way. */
  get count(): number {
    return this.#started.length;
  }

  ask(process: Process, request: SimulatedRequest): void {
    this.#run.trace.count('requests');
    this.#start(process, request.event, `asked ${request.method}`, request);
  }

  refresh(process: Process, refresh: RefreshEvent['refresh']): void {
    this.#start(process, { refresh }, `refresh ${JSON.stringify(refresh)}`);
  }

  /** The process is gone, and nobody waits for its answer. */
  forget(process: Process): void {
    this.#started = this.#started.filter((each) => each.process !== process);
  }

  /** Lets time pass, and checks what ends in it. */
  async pass(milliseconds: number): Promise<void> {
    await this.#run.timeline.pass(milliseconds, () => {
      const ended = this.#started.filter(({ invocation }) => invocation.endedAt !== undefined);
      if (ended.length === 0) return;
      this.#started = this.#started.filter((each) => !ended.includes(each));
      for (const each of ended) this.#check(each);
    });
  }

  #start(process: Process, event: HandlerEvent, line: string, request?: SimulatedRequest): void {
    const { remembers: remembered, lastRead, directory } = process;
    const { wasKept } = this.#run.portals[directory.name];
    const invocation = process.invoke(event);
    this.#started.push({ process, invocation, request, lastRead, remembered, wasKept });
    this.#run.trace.line(`${process.name} ${line}`);
  }

  #check(started: Started): void {
    const { process, invocation, request } = started;
    const { trace, shared, etags } = this.#run;
    const ended = this.#ended(started);
    process.current = undefined;
    if ('POST' in invocation.calls) process.lastRead = invocation;
    checkEnd(ended, shared.logs.take());
    const { startedAt, endedAt = NaN, frozenMs, calls, result } = ended;
    trace.slowestMs = Math.max(trace.slowestMs, endedAt - startedAt - frozenMs);
    if (request === undefined) {
      const { records, copy } = result as Refreshed;
      process.remembers ||= records !== undefined || copy !== undefined;
      trace.count('answered refresh');
      trace.line(`${process.name} refreshed ${JSON.stringify(result)}`);
      return;
    }
    const response = result as ListResponse;
    checkAnswer(ended, request, response);
    const { statusCode: status, headers } = response;
    const { 'X-Data-Source': source = '', 'X-Cached-At': cachedAt = '', ETag: etag = '' } = headers;
    process.remembers ||= [200, 304, 406].includes(status);
    if (etag !== '') etags.push(etag);
    if (etags.length > ETAGS_KNOWN) etags.shift();
    trace.count(`answered ${status} ${source}`.trim());
    const took = `${endedAt - startedAt} ms ${JSON.stringify(calls)}`;
    trace.line(`${process.name} ${status} ${source} ${cachedAt} ${etag.slice(3, 11)} ${took}`);
  }

  #ended({ process, invocation, lastRead, remembered, wasKept }: Started): Ended {
    const { clocks, database, isHard, pages, portals, wasReadInPages } = this.#run;
    const portal = portals[process.directory.name];
    const wasFrozen = process.frozenUntil > invocation.startedAt - MEMORY_MS;
    const isCalm = !wasFrozen && clocks !== 'jumping';
    const skewMs = clocks === 'skewed' ? CLOCKS_DIFFER_MS : 0;
    const rememberedSince = invocation.startedAt - MEMORY_MS - skewMs;
    const { startedAt, endedAt = NaN } = lastRead ?? invocation;
    // A read that failed is remembered from its end; it may have begun long before.
    const since =
      endedAt >= rememberedSince ? Math.min(startedAt, rememberedSince) : rememberedSince;
    const isWell = database.isHealthySince(since) && portal.isPublishableSince(since);
    const calls = portal.states.map((state) => callsFor(state, pages, wasReadInPages));
    return {
      ...invocation,
      portal,
      remembered,
      mustBeFresh: isCalm && isWell,
      mustBeServed: isCalm && !isHard && wasKept,
      timesAreTrue: clocks === 'true' && !portal.hadWrongTime,
      mostDatabaseCalls: Math.max(...calls),
    };
  }
}

/** Of every invocation, a refresh too. */
function checkEnd(ended: Ended, logged: string): void {
  const { pending, error, calls, result, brokenWrites, event, mostDatabaseCalls } = ended;
  must(error === undefined, `the handler threw ${String(error)}`);
  must(pending === 0, `${String(pending)} calls or timers are left after the answer`);
  const { GET: reads = 0, PUT: writes = 0, POST: posts = 0 } = calls;
  must(writes <= (brokenWrites > 0 ? 2 : 1), `${writes} writes of the copy for one miss`);
  must(reads <= Math.max(1, writes), `${reads} reads of the copy for one miss`);
  const databaseCalls = posts - ended.resumingReplies;
  must(
    databaseCalls <= mostDatabaseCalls,
    `${databaseCalls} calls of the database, where health takes ${mostDatabaseCalls}`,
  );
  const isRefresh = event?.refresh !== undefined;
  const saysWritten = isRefresh && (result as Refreshed).kept?.state === 'written';
  must(!saysWritten || ended.wrote, 'a refresh says that it wrote the copy, and it did not');
  const activeMs = (ended.endedAt ?? Infinity) - ended.startedAt - ended.frozenMs;
  const isServed = ended.remembered || copyCameWithin(ended, STORE_MS);
  const limitMs = isServed ? WITH_COPY_MS : WITHOUT_COPY_MS;
  must(activeMs <= (isRefresh ? REFRESH_MS : limitMs), `the answer took ${activeMs} ms`);
  checkNothingLeaks('the answer', JSON.stringify(result));
  checkNothingLeaks('the log', logged);
}

/** Whether a copy came that can be served. */
function copyCameWithin({ copy }: Invocation, milliseconds: number): boolean {
  if (copy === undefined || copy.afterMs > milliseconds) return false;
  return copy.corruption === undefined || copy.corruption === 'from the future';
}

/** The names of errors are for the log and for the operator who asks for a refresh, their messages for nobody. */
function checkNothingLeaks(where: string, text: string): void {
  for (const planted of [SECRET, PLANTED_EMAIL, PLANTED_PHONE, 'Told to fail']) {
    must(!text.includes(planted), `${where} holds ${planted}`);
  }
}

/** Of an answer to a request. */
function checkAnswer(ended: Ended, request: SimulatedRequest, response: ListResponse): void {
  const { statusCode: status, headers, body } = response;
  must(headers['Access-Control-Allow-Origin'] === '*', 'the answer is not for every origin');
  must(headers['Set-Cookie'] === undefined, 'the answer sets a cookie');
  if (!['GET', 'HEAD'].includes(request.method)) {
    const expected = request.method === 'OPTIONS' ? 204 : 405;
    must(status === expected, `${request.method} is answered ${status}`);
    must(Object.keys(ended.calls).length === 0, `${request.method} costs a call`);
    return;
  }
  const visible = JSON.stringify(headers) + (status === 200 ? '' : body);
  must(!/ECONN|Exception"/u.test(visible), 'the answer names an error');
  if (status === 406) {
    must(request.codings.length === 0, 'the list is not sent, though the client takes a coding');
  } else if (status === 503) {
    checkUnavailable(ended, response);
  } else {
    must(status === 200 || status === 304, `the answer is ${status}`);
    checkBody(response, request, ended.portal);
    checkTimes(ended, response);
  }
}

function checkUnavailable(ended: Ended, { headers }: ListResponse): void {
  must(headers['Cache-Control'] === 'no-store', 'a 503 may be cached');
  must(Number(headers['Retry-After']) > 0, 'a 503 does not say when to ask again');
  must(!ended.remembered, 'the answer is 503, though the process remembers a list');
  must(!ended.mustBeFresh, 'the answer is 503, though the database is well');
  must(!ended.mustBeServed, 'the answer is 503, though one of the two sides was well all the time');
  const afterMs = String(ended.copy?.afterMs);
  const hadCopy = copyCameWithin(ended, COPY_MS);
  must(!hadCopy, `the answer is 503, though a good copy came after ${afterMs} ms`);
}

function checkBody(
  { statusCode, headers, body, isBase64Encoded }: ListResponse,
  { method, codings, etags }: SimulatedRequest,
  { bodies }: Portal,
): void {
  const { ETag: etag = '' } = headers;
  const expected = bodies.get(etag);
  must(
    expected !== undefined,
    `ETag ${etag} is of no state that was committed and may be published`,
  );
  const isKnown = etags.includes('*') || etags.includes(etag);
  const isRight = statusCode === (isKnown ? 304 : 200);
  must(isRight, `${statusCode} for If-None-Match: ${etags.join(', ')}`);
  if (statusCode === 304 || method === 'HEAD') {
    must(body === '', 'there is a body where none may be');
    return;
  }
  const coding = headers['Content-Encoding'] ?? 'identity';
  must(codings.includes(coding), `the list comes as ${coding}`);
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[coding];
  const isWhole = (decode?.(bytes) ?? bytes).toString() === expected;
  must(isWhole, 'the body is not the committed state, whole');
}

function checkTimes(ended: Ended, { headers }: ListResponse): void {
  const { startedAt, endedAt = NaN, endedByClock = NaN, timesAreTrue, portal } = ended;
  const { 'X-Data-Source': source = '', 'X-Cached-At': cachedAt = '', ETag: etag = '' } = headers;
  const readAt = Date.parse(cachedAt);
  must(readAt <= endedByClock, `X-Cached-At ${cachedAt} is in the future`);
  const wasRead = portal.reads.has(`${cachedAt} ${etag}`);
  must(wasRead || !timesAreTrue, `X-Cached-At ${cachedAt} is not when this state was read`);
  const cacheControl = headers['Cache-Control'] ?? '';
  const [, digits] = /^public, max-age=(\d+), stale-if-error=86400$/u.exec(cacheControl) ?? [];
  must(digits !== undefined, `Cache-Control is ${cacheControl}`);
  must(source === 'database' || source === 'last-good', `X-Data-Source is ${source}`);
  const maxAgeMs = Number(digits) * 1000;
  if (source === 'last-good') {
    must(maxAgeMs <= MINUTE_MS, `a stale answer may be kept for ${maxAgeMs / 1000} s`);
    must(!ended.mustBeFresh, 'the answer is stale, though the database has been well for a minute');
    return;
  }
  if (!timesAreTrue) return;
  const editMs = maxAgeMs + endedAt - readAt;
  must(maxAgeMs === 0 || editMs < 3_601_000, `an edit may be ${editMs} ms old`);
  must(
    readAt >= startedAt - MEMORY_MS || ended.frozenMs > 0,
    `a fresh answer was read ${startedAt - readAt} ms before it was asked for`,
  );
}
