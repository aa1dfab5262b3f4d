/** What every answer has to be while something behind the service fails. */

import type { Answer } from '../support/http/ask.ts';

/** Words that would tell a client what is behind the service, or what went wrong there. */
const INTERNAL =
  /exception|sqlstate|secret|arn:|rds|aurora|postgres|econn|timed? ?out|throttl|denied|resuming|told to fail|rate exceeded|lambda|stack|\bat .+:\d+/iu;

/** Node's own: it says how long it keeps a connection ("timeout"). */
const OF_NODE = new Set(['connection', 'date', 'keep-alive']);

export function leaksOf({ headers, body, status }: Answer): readonly string[] {
  const texts = Object.entries(headers)
    .filter(([name]) => !OF_NODE.has(name))
    .map(([name, value]) => `${name}: ${value}`);
  if (status !== 200) texts.push(body.toString());
  return texts.filter((text) => INTERNAL.test(text));
}

/** The stale answer that corresponds to this fresh one. */
export function expectStale(stale: Answer, fresh: Answer): void {
  expect(stale.status).toBe(200);
  expect(stale.headers).toMatchObject({
    'x-data-source': 'last-good',
    etag: fresh.headers['etag'],
    'x-cached-at': fresh.headers['x-cached-at'],
    'access-control-allow-origin': '*',
  });
  expect(stale.headers['cache-control']).toMatch(
    /^public, max-age=(?:60|[1-5]?\d), stale-if-error=86400$/,
  );
  expect(stale.body.equals(fresh.body)).toBe(true);
  expect(leaksOf(stale)).toEqual([]);
}

export function expectUnavailable(answer: Answer): void {
  expect(answer.status).toBe(503);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
  });
  expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  expect(JSON.parse(answer.body.toString())).toEqual({
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    detail: 'The list is not available at the moment; try again.',
  });
  expect(leaksOf(answer)).toEqual([]);
}
