/** What must hold of every answer, however much goes wrong around it. */

import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import type { Refreshed } from '../../contract/refresh.ts';
import type { ListResponse } from '../../lambda/directory/render.ts';
import { SECRET } from './database-faults.ts';
import { PLANTED_EMAIL, PLANTED_PHONE } from './flaws.ts';
import type { Invocation } from './process.ts';
import type { SimulatedRequest } from './requests.ts';
import { must } from './violation.ts';

/** The documented deadlines (README, "What you can rely on"): a copy at hand is one that came within its second. */
const WITH_COPY_MS = 4000;
const WITHOUT_COPY_MS = 10_000;
const REFRESH_MS = 51_000;
const STORE_MS = 1000;
const COPY_MS = 8000;

/** What the checks are told about a directory's past. */
export interface Known {
  /** The states that were committed and may be published, by the hash of their bytes. */
  readonly bodies: ReadonlyMap<string, string>;
  /** Time and hash of every read that a process made. */
  readonly reads: ReadonlySet<string>;
}

/** What was true while the answer was made. */
export interface Circumstances {
  readonly remembered: boolean;
  /** Whether a read must have succeeded, and what it found may be published. */
  readonly mustBeFresh: boolean;
  /** Whether something could be served: a copy or a memory was within reach the whole time. */
  readonly mustBeServed: boolean;
  /** Whether all clocks and copies tell the true time. */
  readonly timesAreTrue: boolean;
  readonly memoryMs: number;
  readonly mostDatabaseCalls: number;
}

/** What was served, for the record; absent where it was no list. */
export interface Seen {
  readonly status: number;
  readonly source: string;
  readonly cachedAt: string;
  readonly sha256: string;
}

/** Every invocation, a refresh too. */
export function checkEnd(
  invocation: Invocation,
  circumstances: Circumstances,
  logged: string,
): void {
  const { pending, error, calls, result, resumingReplies, brokenWrites, event } = invocation;
  must(error === undefined, `the handler threw ${String(error)}`);
  must(pending === 0, `${String(pending)} calls or timers are left after the answer`);
  const { GET: reads = 0, PUT: writes = 0 } = calls;
  must(writes <= (brokenWrites > 0 ? 2 : 1), `${writes} writes of the copy for one miss`);
  must(reads <= Math.max(1, writes), `${reads} reads of the copy for one miss`);
  const databaseCalls = (calls['POST'] ?? 0) - resumingReplies;
  const { mostDatabaseCalls } = circumstances;
  must(
    databaseCalls <= mostDatabaseCalls,
    `${databaseCalls} calls of the database, where health takes ${mostDatabaseCalls}`,
  );
  const isRefresh = event?.refresh !== undefined;
  const saysWritten = isRefresh && (result as Refreshed).kept?.state === 'written';
  must(!saysWritten || invocation.wrote, 'a refresh says that it wrote the copy, and it did not');
  const activeMs = (invocation.endedAt ?? Infinity) - invocation.startedAt - invocation.frozenMs;
  must(
    activeMs <= (isRefresh ? REFRESH_MS : deadlineOf(invocation, circumstances)),
    `the answer took ${activeMs} ms`,
  );
  checkNothingLeaks('the answer', JSON.stringify(result));
  checkNothingLeaks('the log', logged);
}

function deadlineOf({ copy }: Invocation, { remembered }: Circumstances): number {
  const hasCopy =
    remembered || (copy !== undefined && isUsable(copy.spoilt) && copy.afterMs <= STORE_MS);
  return hasCopy ? WITH_COPY_MS : WITHOUT_COPY_MS;
}

function isUsable(spoilt: string): boolean {
  return spoilt === '' || spoilt === 'from the future';
}

/** What errors are called is for the log and for the operator who asks for a refresh, what they say is for nobody. */
function checkNothingLeaks(where: string, text: string): void {
  for (const planted of [SECRET, PLANTED_EMAIL, PLANTED_PHONE, 'Told to fail']) {
    must(!text.includes(planted), `${where} holds ${planted}`);
  }
}

function checkNoNameLeaks(text: string): void {
  must(!/ECONN|Exception"/u.test(text), 'the answer names an error');
}

/** An answer to a request. */
export function checkAnswer(
  invocation: Invocation,
  request: SimulatedRequest,
  circumstances: Circumstances,
  known: Known,
): Seen {
  const response = invocation.result as ListResponse;
  const { statusCode, headers } = response;
  must(headers['Access-Control-Allow-Origin'] === '*', 'the answer is not for every origin');
  must(headers['Set-Cookie'] === undefined, 'the answer sets a cookie');
  if (!['GET', 'HEAD'].includes(request.method)) {
    const expected = request.method === 'OPTIONS' ? 204 : 405;
    must(statusCode === expected, `${request.method} is answered ${statusCode}`);
    must(Object.keys(invocation.calls).length === 0, `${request.method} costs a call`);
    return { status: statusCode, source: '', cachedAt: '', sha256: '' };
  }
  checkNoNameLeaks(JSON.stringify(headers) + (statusCode === 200 ? '' : response.body));
  if (statusCode === 503) return checkUnavailable(invocation, response, circumstances);
  if (statusCode === 406) {
    must(request.codings.length === 0, 'the list is not sent, though the client takes a coding');
    return { status: statusCode, source: '', cachedAt: '', sha256: '' };
  }
  return checkList(invocation, response, request, circumstances, known);
}

function checkUnavailable(
  { copy }: Invocation,
  { headers }: ListResponse,
  circumstances: Circumstances,
): Seen {
  must(headers['Cache-Control'] === 'no-store', 'a 503 may be cached');
  must(Number(headers['Retry-After']) > 0, 'a 503 does not say when to ask again');
  must(!circumstances.remembered, 'the answer is 503, though the process remembers a list');
  must(!circumstances.mustBeFresh, 'the answer is 503, though the database is well');
  must(
    !circumstances.mustBeServed,
    'the answer is 503, though one of the two sides was well all the time',
  );
  const hasCopy = copy !== undefined && isUsable(copy.spoilt) && copy.afterMs <= COPY_MS;
  must(!hasCopy, `the answer is 503, though a good copy came after ${String(copy?.afterMs)} ms`);
  return { status: 503, source: '', cachedAt: '', sha256: '' };
}

function checkList(
  invocation: Invocation,
  { statusCode, headers, body, isBase64Encoded }: ListResponse,
  request: SimulatedRequest,
  circumstances: Circumstances,
  known: Known,
): Seen {
  must(statusCode === 200 || statusCode === 304, `the answer is ${statusCode}`);
  const [, sha256 = ''] = /^W\/"(\w+)"$/u.exec(headers['ETag'] ?? '') ?? [];
  const expected = known.bodies.get(sha256);
  must(
    expected !== undefined,
    `ETag ${String(headers['ETag'])} is of no state that was committed and may be published`,
  );
  const isKnown = request.etags.includes('*') || request.etags.includes(`W/"${sha256}"`);
  must(
    statusCode === (isKnown ? 304 : 200),
    `${statusCode} for If-None-Match: ${request.etags.join(', ')}`,
  );
  if (statusCode === 304 || request.method === 'HEAD')
    must(body === '', 'there is a body where none may be');
  else {
    const coding = headers['Content-Encoding'] ?? 'identity';
    must(request.codings.includes(coding), `the list comes as ${coding}`);
    must(
      decoded(body, isBase64Encoded, coding) === expected,
      'the body is not the committed state, whole',
    );
  }
  const source = headers['X-Data-Source'] ?? '';
  const cachedAt = headers['X-Cached-At'] ?? '';
  checkTimes(
    invocation,
    { status: statusCode, source, cachedAt, sha256 },
    headers['Cache-Control'] ?? '',
    circumstances,
    known,
  );
  return { status: statusCode, source, cachedAt, sha256 };
}

function checkTimes(
  { startedAt, frozenMs, endedAt = NaN, endedByClock = NaN }: Invocation,
  { source, cachedAt, sha256 }: Seen,
  cacheControl: string,
  circumstances: Circumstances,
  { reads }: Known,
): void {
  const { timesAreTrue, mustBeFresh, memoryMs } = circumstances;
  const readAt = Date.parse(cachedAt);
  must(readAt <= endedByClock, `X-Cached-At ${cachedAt} is in the future`);
  if (timesAreTrue) {
    must(
      reads.has(`${cachedAt} ${sha256}`),
      `X-Cached-At ${cachedAt} is not when this state was read`,
    );
  }
  const maxAge = Number(
    /^public, max-age=(\d+), stale-if-error=86400$/u.exec(cacheControl)?.[1] ?? NaN,
  );
  must(!Number.isNaN(maxAge), `Cache-Control is ${cacheControl}`);
  must(source === 'database' || source === 'last-good', `X-Data-Source is ${source}`);
  if (source === 'last-good') {
    must(maxAge <= 60, `a stale answer may be kept for ${maxAge} s`);
    must(!mustBeFresh, 'the answer is stale, though the database has been well for a minute');
    return;
  }
  if (!timesAreTrue) return;
  const ageMs = endedAt - readAt;
  must(
    maxAge === 0 || maxAge * 1000 + ageMs < 3_601_000,
    `an edit may be ${maxAge * 1000 + ageMs} ms old`,
  );
  must(
    readAt >= startedAt - memoryMs || frozenMs > 0,
    `a fresh answer was read ${startedAt - readAt} ms before it was asked for`,
  );
}

function decoded(body: string, isBase64Encoded: boolean, coding: string): string {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  if (coding === 'br') return brotliDecompressSync(bytes).toString();
  if (coding === 'gzip') return gunzipSync(bytes).toString();
  return bytes.toString();
}
