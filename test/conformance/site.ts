/** What is served beside the lists, and that there is nothing else. */

import type { Status } from '../../contract/status-document.ts';
import { plainBody } from '../support/http/ask.ts';
import { againstSchema, type Description, described } from '../support/openapi/published.ts';
import {
  type Ask,
  directoryNames,
  expectDescribed,
  expectHeaders,
  expectOpen,
  expectProblem,
  expectRefusal,
  isFromCloudFront,
  json,
} from './answers.ts';

/** Paths, the type of what they answer, and what it begins with or holds. */
const files: readonly (readonly [path: string, type: string, holds: RegExp])[] = [
  ['/', 'text/html; charset=utf-8', /^<!doctype html>/iu],
  ['/docs', 'text/html; charset=utf-8', /^<!doctype html>/iu],
  ['/openapi.json', 'application/json', /"openapi": ?"3\.1/u],
  ['/status.json', 'application/json', /"checkedAt":"/u],
  ['/feed.xml', 'application/atom+xml; charset=utf-8', /<feed [^>]*www\.w3\.org\/2005\/Atom/u],
  ['/feed.json', 'application/feed+json', /https:\/\/jsonfeed\.org\/version\/1\.1/u],
  ['/client.js', 'text/javascript; charset=utf-8', /export/u],
  ['/client.tgz', 'application/gzip', /^.\u008B/su],
  ['/robots.txt', 'text/plain; charset=utf-8', /^User-agent: \*/u],
  ['/favicon.ico', 'image/svg+xml', /^<svg /u],
];

/** What functions answer, not files. */
const computed: ReadonlySet<string> = new Set(['/status.json', '/feed.xml', '/feed.json']);

const unknownPaths =
  '/v1 /v1/ /v1/nope /v1/startups/ /v1/startups/some-slug /v1/STARTUPS /V1/startups /v1//jobs /v1/jobs.json /v1/jobs%20 /v1%2Fjobs /v1/__proto__ /v2/jobs /nope /docs.html /status /__proto__';

export function describeSite(ask: Ask): void {
  test.each(files)('%s is served', async (path, type, holds) => {
    const answer = await ask(path);
    const text = plainBody(answer).toString('latin1');

    expect(answer.status).toBe(200);
    // CloudFront adds its own to a file, for CORS requests (API Reference, ResponseHeadersPolicyCorsConfig).
    if (computed.has(path) || !isFromCloudFront(answer)) expectOpen(answer, 200);
    expectHeaders(answer, { 'cache-control': /^public, max-age=\d+/u });
    expect(answer.headers['content-type']).toBe(type);
    expect(holds.test(text)).toBe(true);
    expect(text).not.toContain('https://directory.example.org/v1');
  });

  test.each([
    ['/docs/', '/docs'],
    ['/index.html', '/'],
  ])('%s leads to %s', async (path, location) => {
    expect(await ask(path)).toMatchObject({ status: 301, headers: { location } });
  });

  test.each(['/', '/openapi.json'])('%s answers 304 to its ETag', async (path) => {
    const { etag = '' } = (await ask(path)).headers;

    expect((await ask(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
  });

  test.each(['/', '/status.json', '/feed.xml'])('%s refuses POST', async (path) => {
    expectRefusal(await ask(path, { method: 'POST', body: '' }));
  });

  test.each(unknownPaths.split(' '))('%s is 404', async (path) => {
    expectProblem(await ask(path), 404);
  });

  // The address may have another name than the one that was asked, such as a domain in front of it.
  test('/openapi.json describes the address of a service and its paths', async () => {
    const { servers, paths } = json(await ask('/openapi.json')) as Description;

    expect(servers).toHaveLength(1);
    expect(servers[0]?.url).toMatch(/^https?:\/\/(?!directory\.example\.org\/)[^/]+\/v1$/u);
    expect(Object.keys(paths).toSorted()).toEqual(
      [...directoryNames.map((name) => `/${name}`), '/status.json'].toSorted(),
    );
  });

  test('/status.json is as described, and counts what the lists hold', async () => {
    const schema = described('/status.json', '200').content?.['application/json']?.schema ?? {};
    for (const name of directoryNames) {
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        const list = await ask(`/v1/${name}`);
        const answer = await ask('/status.json');
        expectDescribed('/status.json', answer);
        const status = json(answer) as Status;
        expect(againstSchema(schema, status, 'status')).toEqual([]);
        const { cachedAt, records, bytes } = status.directories[name];
        if (cachedAt !== list.headers['x-cached-at']) continue; // the copy is newer, or a cache holds either
        expect([name, records, bytes]).toEqual([
          name,
          (json(list) as unknown[]).length,
          plainBody(list).length,
        ]);
        break;
      }
    }
  });
}
