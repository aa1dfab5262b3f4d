/** Checks a single list: its headers, lifetime, content codings, conditional requests and methods. */

import { type Answer, plainBody, type Question } from '../support/ask.ts';
import {
  type Ask,
  type DirectoryName,
  directoryNames,
  expectDescribed,
  expectHeaders,
  expectOpen,
  expectProblem,
  expectRefusal,
  isFromCloudFront,
  json,
} from './answers.ts';

const HOUR_SECONDS = 3600;
/** Maximum age of a fresh list when it is sent: a minute in the function's memory, plus 15 s for the read and the answer. */
const MEMORY_SECONDS = 75;
/** Maximum difference between the clocks of two computers. */
const CLOCK_DIFFERENCE_SECONDS = 10;
/** Size of the smallest body that CloudFront compresses. */
const WORTH_COMPRESSING_BYTES = 1000;

const BROWSER = 'gzip, deflate, br, zstd';

/** Values of `Accept-Encoding`, with the codings that are correct for the answer. */
const codings = [
  ['br', 'br'],
  ['gzip', 'gzip'],
  [BROWSER, 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0.5, br;q=0.9', 'br or gzip'],
  ['identity;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['identity', 'identity'],
  ['deflate, zstd', 'identity'],
  ['*', 'br, gzip or identity'],
  ['br;q=0, *', 'gzip or identity'],
  ['br;q=NaN, gzip;q=-1', 'br, gzip or identity'],
] as const;

const knownTags: readonly (readonly [string, (etag: string) => string])[] = [
  ['its ETag', (etag) => etag],
  ['the strong form of its ETag', (etag) => etag.replace(/^W\//u, '')],
  ['several ETags, including its own', (etag) => `W/"other", "another" , ${etag}`],
  ['*', () => '*'],
];
const unknownTags = ['W/"other"', '"*"', 'W/', '"', ',,,', 'W/W/"x"'];
const queries = ['?page=2&limit=1', '?slug=x', '?', '?__proto__=1', '?%', '?q=%27%20OR%201=1--'];

export function describeList(ask: Ask, name: DirectoryName, source: string): void {
  const path = `/v1/${name}`;

  /**
   * Requests the list twice: once normally, and once as `question` describes. Tries to get both answers from the same read of the
   * database.
   */
  async function both(
    question: Question,
    { query = '', coding = BROWSER } = {},
  ): Promise<readonly [Answer, Answer]> {
    for (let attempt = 1; ; attempt += 1) {
      const headers = { 'Accept-Encoding': coding, ...question.headers };
      const list = await ask(path, { headers: { 'Accept-Encoding': coding } });
      const other = await ask(path + query, { ...question, headers });
      const isOneRead = list.headers['x-cached-at'] === other.headers['x-cached-at'];
      if (isOneRead || attempt === 3) return [list, other];
    }
  }

  function expectList(answer: Answer, status = 200): void {
    expectOpen(answer, status);
    expectDescribed(`/${name}`, answer);
    expectHeaders(answer, {
      'cache-control': /^public, max-age=\d+, stale-if-error=86400$/u,
      'x-cached-at': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u,
      etag: /^W\/"[\x21\x23-\x7e]+"$/u,
      vary: /^accept-encoding$/iu,
    });
    expect(answer.headers['x-data-source']).toBe(source);
    expect(lifetimeFlaw(answer)).toBeUndefined();
  }

  test('answers GET with a JSON array in UTF-8', async () => {
    const answer = await ask(path);

    expectList(answer);
    expectHeaders(answer, { 'content-type': /^application\/json(?:; ?charset=utf-8)?$/iu });
    expect(json(answer)).toBeInstanceOf(Array);
  });

  test('has the same ETag and the same bytes in each answer', async () => {
    expectSameList(...(await both({})));
  });

  test.each(codings)('answers Accept-Encoding: %s with %s', async (accepted, sent) => {
    const [list, answer] = await both({ headers: { 'Accept-Encoding': accepted } });
    if (answer.status === 406 && sent.includes('identity')) {
      expectProblem(answer, 406); // the list is too large to be sent uncompressed
      return;
    }
    expectList(answer);
    expectSameList(list, answer);
    const { 'content-encoding': coding = 'identity' } = answer.headers;
    const isSmall = coding === 'identity' && answer.body.length < WORTH_COMPRESSING_BYTES;
    const isOwnWay = isFromCloudFront(answer) && accepted.includes('q=0');
    if (!isSmall && !isOwnWay) expect(sent).toContain(coding);
  });

  test.each(knownTags)('answers 304 to If-None-Match: %s', async (form, tagOf) => {
    const { etag = '' } = (await both({}))[0].headers;
    const [list, answer] = await both({ headers: { 'If-None-Match': tagOf(etag) } });
    if (answer.status === 200 && form !== 'its ETag' && isFromCloudFront(answer)) {
      expectSameList(list, answer);
      return;
    }
    expectList(answer, 304);
    expectSameHeaders(list, answer, ['etag']);
    expect(answer.hasBody).toBe(false);
  });

  test.each(unknownTags)('answers 200 to If-None-Match: %s', async (tag) => {
    const [list, answer] = await both({ headers: { 'If-None-Match': tag } });

    expectList(answer);
    expectSameList(list, answer);
  });

  test('answers 200 if If-None-Match contains the ETag of another list', async () => {
    const [own, ...others] = await Promise.all(
      [name, ...directoryNames].map(async (each) => ask(`/v1/${each}`)),
    );
    for (const { headers, body } of others) {
      if (own?.body.equals(body) === true) continue; // this is the same list, or both lists are empty
      expectList(await ask(path, { headers: { 'If-None-Match': headers['etag'] ?? '' } }));
    }
  });

  test.each([BROWSER, 'identity'])('answers HEAD like GET (%s)', async (coding) => {
    const [list, answer] = await both({ method: 'HEAD' }, { coding });
    if (list.status === 200) expectList(answer);

    expect([answer.status, answer.hasBody]).toEqual([list.status, false]);
    expectSameHeaders(list, answer, ['etag', 'content-type', 'content-encoding', 'vary']);
    if (answer.headers['content-length'] !== undefined) {
      expectSameHeaders(list, answer, ['content-length']);
    }
  });

  test('answers a preflight, and allows GET, HEAD and If-None-Match for a day', async () => {
    const headers = {
      Origin: 'https://example.com',
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'if-none-match',
    };
    const answer = await ask(path, { method: 'OPTIONS', headers });

    expectOpen(answer, 204);
    expect(answer.hasBody).toBe(false);
    expect(answer.headers).toMatchObject({
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': expect.stringContaining('If-None-Match') as string,
      'access-control-max-age': '86400',
    });
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('rejects %s', async (method) => {
    const answer = await ask(path, { method, body: '' });

    expectRefusal(answer);
    if (answer.status === 405) expectDescribed(`/${name}`, answer);
  });

  test.each(queries)('ignores the query %s', async (query) => {
    const [list, answer] = await both({}, { query });

    expectList(answer);
    expectSameList(list, answer);
  });
}

/**
 * Returns a message if the time or the lifetime of a list is wrong. The lifetime of a fresh list must end one hour after the
 * list was read from the database, or one minute after the read if the service could not compare the list with its copy. A
 * stale list may be cached for at most one minute.
 */
function lifetimeFlaw({ headers }: Answer): string | undefined {
  const maxAge = Number(/max-age=(\d+)/u.exec(headers['cache-control'] ?? '')?.[1]);
  const age = (Date.now() - Date.parse(headers['x-cached-at'] ?? '')) / 1000;
  if (!(age > -CLOCK_DIFFERENCE_SECONDS)) return 'X-Cached-At is in the future or invalid';
  if (headers['x-data-source'] === 'last-good') {
    return maxAge <= 60 ? undefined : `a stale list has max-age=${maxAge}`;
  }
  const ageWhenSent = age - Number(headers['age'] ?? 0);
  if (ageWhenSent > MEMORY_SECONDS + CLOCK_DIFFERENCE_SECONDS) {
    return `a list was already ${Math.round(ageWhenSent)} s old when it was sent as fresh`;
  }
  const isLeftOf = (lifetime: number): boolean =>
    Math.abs(Math.max(lifetime - ageWhenSent, 0) - maxAge) <= CLOCK_DIFFERENCE_SECONDS;
  if ((isLeftOf(HOUR_SECONDS) || isLeftOf(60)) && maxAge <= HOUR_SECONDS) return undefined;
  return `max-age=${maxAge} ends neither an hour nor a minute after the read from the database`;
}

function expectSameList(list: Answer, other: Answer): void {
  if (areFromOtherMoments(list, other)) return;
  expectSameHeaders(list, other, ['etag']);
  expect(plainBody(other).equals(plainBody(list)) || 'another list').toBe(true);
}

function expectSameHeaders(list: Answer, other: Answer, names: readonly string[]): void {
  if (areFromOtherMoments(list, other)) return;
  const [expected, actual] = [list, other].map(({ headers }) => names.map((name) => headers[name]));
  expect(actual).toEqual(expected);
}

/**
 * Tells whether a cache sent at least one of the answers, and the answers contain different lists from different reads of the
 * database. Such a difference is allowed, because a cache stores the answer in each coding separately, and at different times.
 */
function areFromOtherMoments(list: Answer, other: Answer): boolean {
  const isCached = [list, other].some(({ headers }) => headers['age'] !== undefined);
  const differs = (name: string) => list.headers[name] !== other.headers[name];
  return isCached && differs('x-cached-at') && differs('etag');
}
