/** Functions that send requests and check the answers. They rely on the documented interface, not on the code of the service. */

import { type Answer, ask, plainBody, type Question } from '../support/ask.ts';
import {
  againstSchema,
  type Description,
  described,
  describedHeaders,
} from '../support/published.ts';

export const directoryNames = ['startups', 'founders', 'jobs'] as const;
export type DirectoryName = (typeof directoryNames)[number];

/** Requests a path from the service, for example `/v1/jobs` or `/status.json`. */
export type Ask = (path: string, question?: Question) => Promise<Answer>;

/** Timeout of an answer: twice the promised maximum, because the network adds time to the answers of a deployed service. */
export const LONGEST_ANSWER_MS = 10_000;

/**
 * Returns a function that sends requests to a service.
 *
 * @param address - returns the service's address.
 * @param limitMs - timeout of an answer. Default: none.
 */
export function askAt(address: () => string, limitMs?: number): Ask {
  return async (path, { headers, ...question } = {}) =>
    ask(address().replace(/\/v1$/u, '') + path, {
      ...question,
      headers: { ...headers, Connection: 'close' },
      ...(limitMs !== undefined && { limitMs }),
    });
}

/**
 * Headers that let scripts from any origin read an answer, regardless of its status, and prevent browsers from guessing its type.
 */
const openHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Cached-At, X-Data-Source, ETag, Age, Retry-After',
  'x-content-type-options': 'nosniff',
};

/** Tells whether CloudFront sent the answer. CloudFront answers some requests differently from the service. */
export function isFromCloudFront({ headers }: Answer): boolean {
  return [headers['via'], headers['x-cache']].some((value) => /cloudfront/iu.test(value ?? ''));
}

export function expectOpen(answer: Answer, status: number): void {
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject(openHeaders);
  expect(answer.headers).not.toHaveProperty('set-cookie');
  if (isFromCloudFront(answer)) {
    expectHeaders(answer, {
      'strict-transport-security': /^max-age=31536000$/u,
      'content-security-policy': /^default-src 'none'; /u,
    });
  }
}

export function expectHeaders(
  { headers }: Answer,
  expected: Readonly<Record<string, RegExp>>,
): void {
  const wrong = Object.entries(expected).filter(([name, form]) => !form.test(headers[name] ?? ''));
  expect(wrong.map(([name]) => `${name}: ${headers[name] ?? 'missing'}`)).toEqual([]);
}

/**
 * Headers that no description lists: those that any server sends, and `content-type`, which OpenAPI describes with the keys of
 * `content`.
 */
const ofHttp = ['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding']; // prettier-ignore

/**
 * Expects an answer to have all required headers of its description, and valid values in all described headers. Other headers
 * are allowed only if they are in `ofHttp` or the answer comes from CloudFront.
 */
export function expectDescribed(route: string, answer: Answer): void {
  const response = described(route, String(answer.status));
  const headers = describedHeaders(response);
  const known = new Set([...ofHttp, ...headers.map(([name]) => name)]);
  const unknown = Object.keys(answer.headers).filter((name) => !known.has(name));
  if (!isFromCloudFront(answer)) expect(unknown).toEqual([]);
  for (const [name, { required, schema }] of headers) {
    const text = answer.headers[name];
    if (required) expect(answer.headers).toHaveProperty([name]);
    if (text === undefined) continue;
    const value = schema['type'] === 'integer' ? Number(text) : text;
    expect(againstSchema(schema, value, name)).toEqual([]);
  }
}

/** Expects the service's problem document (RFC 9457), which caches must not store. */
export function expectProblem(answer: Answer, status: number): void {
  expectOpen(answer, status);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
  });
  const { schema = {} } = described('/jobs', '405').content?.['application/problem+json'] ?? {};
  expect(againstSchema(schema, json(answer), 'problem')).toEqual([]);
  expect(json(answer)).toMatchObject({ status });
}

/** Expects the answer to a method that is not allowed: 405, or CloudFront's 403. */
export function expectRefusal(answer: Answer): void {
  if (answer.status === 403 && isFromCloudFront(answer)) return;
  expectProblem(answer, 405);
  expect(answer.headers['allow']).toBe('GET, HEAD, OPTIONS');
}

/** Parses the body. @throws Error if the body is not JSON in UTF-8. */
export function json(answer: Answer): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plainBody(answer)));
}

/** Returns the service's address without a path, from its OpenAPI description. */
export async function originOf(askService: Ask): Promise<string> {
  const { servers } = json(await askService('/openapi.json')) as Description;
  return servers[0]?.url.replace(/\/v1$/u, '') ?? '';
}

/** Maximum difference between the times of two answers that must agree. */
const COMPARABLE_MS = 60_000;

/**
 * Compares an answer with lists. If the comparison fails, requests the answer and the lists again, because the data might have
 * changed between the requests. If the third attempt fails too, and caches hold answers from different times, prints a note,
 * because such answers need not agree. Otherwise, throws the error of the third attempt.
 */
export async function compareWithLists(
  askService: Ask,
  names: readonly DirectoryName[],
  askOther: () => Promise<Answer>,
  compare: (other: Answer, ...lists: Answer[]) => void,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const lists = await Promise.all(names.map(async (name) => askService(`/v1/${name}`)));
    const other = await askOther();
    try {
      compare(other, ...lists);
      return;
    } catch (error) {
      if (attempt < 3) continue;
      if (areOfOneMoment(other, lists)) throw error;
      break;
    }
  }
  process.stderr.write(
    `note: not compared, because caches hold answers from different times: ${expect.getState().currentTestName}\n`,
  );
}

/**
 * Tells whether an answer must agree with lists: if it is at most a minute from each of them, or if it is not a list and
 * nothing was cached. An answer that is not a list has no X-Cached-At, so its time is computed from its Age.
 */
function areOfOneMoment({ headers }: Answer, lists: readonly Answer[]): boolean {
  const { age, 'x-cached-at': readAt } = headers;
  const isCached = lists.some((list) => list.headers['age'] !== undefined) || age !== undefined;
  if (readAt === undefined && !isCached) return true; // the service has just created the answer
  const moment = readAt === undefined ? Date.now() - Number(age ?? 0) * 1000 : Date.parse(readAt);
  const distances = lists.map((list) => moment - Date.parse(list.headers['x-cached-at'] ?? ''));
  return distances.every((distance) => Math.abs(distance) <= COMPARABLE_MS);
}
