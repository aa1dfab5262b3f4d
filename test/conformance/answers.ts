/** What the checks ask, and what they expect of every answer. They know the interface, and nothing of the handlers. */

import { type Answer, ask, plainBody, type Question } from '../support/ask.ts';
import {
  againstSchema,
  type Description,
  described,
  describedHeaders,
} from '../support/published.ts';

export const directoryNames = ['startups', 'founders', 'jobs'] as const;
export type DirectoryName = (typeof directoryNames)[number];

/** Asks the service for a path: `/v1/...`, or what is beside it. */
export type Ask = (path: string, question?: Question) => Promise<Answer>;

/** Twice the longest answer that is promised, for the way to a deployed service. */
export const LONGEST_ANSWER_MS = 10_000;

/** @param limitMs - how long an answer may take; any time by default. */
export function askAt(address: () => string, limitMs?: number): Ask {
  return async (path, { headers, ...question } = {}) =>
    ask(address().replace(/\/v1$/u, '') + path, {
      ...question,
      headers: { ...headers, Connection: 'close' },
      ...(limitMs !== undefined && { limitMs }),
    });
}

/** On every answer, whatever its status: a script of any origin may read it, and no browser guesses its type. */
const openHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Cached-At, X-Data-Source, ETag, Age, Retry-After',
  'x-content-type-options': 'nosniff',
};

/** CloudFront names itself, and answers some requests in its own way. */
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

/** Every server's own, of the connection and the message; the type is the key of the description's content. */
const ofHttp = ['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding']; // prettier-ignore

/** The whole truth of an answer: nothing that is not described, nothing required that lacks. CloudFront adds its own headers. */
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

/** An error of the service itself (RFC 9457), which no cache keeps. */
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

/** What a method that is not offered gets; CloudFront may refuse it with a 403 of its own. */
export function expectRefusal(answer: Answer): void {
  if (answer.status === 403 && isFromCloudFront(answer)) return;
  expectProblem(answer, 405);
  expect(answer.headers['allow']).toBe('GET, HEAD, OPTIONS');
}

/** @throws Error where the body is not JSON in UTF-8. */
export function json(answer: Answer): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plainBody(answer)));
}

/** Returns the address of the service in its description, without a path. */
export async function originOf(askService: Ask): Promise<string> {
  const { servers } = json(await askService('/openapi.json')) as Description;
  return servers[0]?.url.replace(/\/v1$/u, '') ?? '';
}

/** Answers from more distant moments may disagree. */
const COMPARABLE_MS = 60_000;

/**
 * Compares an answer with lists. Asks again if they disagree, because an edit may have come between. If they still disagree,
 * and caches hold them from different moments, prints that they were not compared.
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
    `note: not compared, caches hold different moments: ${expect.getState().currentTestName}\n`,
  );
}

/** Tells whether answers can be compared: no cache holds them, or they are at most a minute apart. Only a list contains its time. */
function areOfOneMoment({ headers }: Answer, lists: readonly Answer[]): boolean {
  const { age, 'x-cached-at': readAt } = headers;
  const isCached = lists.some((list) => list.headers['age'] !== undefined) || age !== undefined;
  if (readAt === undefined && !isCached) return true; // made from the lists just now
  const moment = readAt === undefined ? Date.now() - Number(age ?? 0) * 1000 : Date.parse(readAt);
  const distances = lists.map((list) => moment - Date.parse(list.headers['x-cached-at'] ?? ''));
  return distances.every((distance) => Math.abs(distance) <= COMPARABLE_MS);
}
