/** Checks the pages, the status, the feeds and the other files, and that unknown paths get a 404. */

import { gunzipSync } from 'node:zlib';

import { parseSync } from '@swc/core';
import { parseAtomFeed } from 'feedsmith';
import { parseTar } from 'nanotar';

import { PAGE_CONTENT_SECURITY_POLICY } from '../../contract/site.ts';
import type { Job, Startup } from '../../contract/records.ts';
import type { Status } from '../../lambda/status/status-handler.ts';
import { type Answer, plainBody } from '../support/ask.ts';
import { againstSchema, described, published } from '../support/published.ts';
import {
  type Ask,
  compareWithLists,
  directoryNames,
  expectDescribed,
  expectHeaders,
  expectOpen,
  expectProblem,
  expectRefusal,
  isFromCloudFront,
  json,
  originOf,
} from './answers.ts';

const html = 'text/html; charset=utf-8';
const javascript = 'text/javascript; charset=utf-8';

/** Each entry contains a path and what its answer must have: a content type, a lifetime, and a body that matches a pattern. */
const files: readonly (readonly [path: string, type: string, seconds: number, looks: RegExp])[] = [
  ['/', html, 300, /^<!doctype html>.*<title>[^<]+<\/title>.*<\/html>\s*$/isu],
  ['/docs', html, 300, /^<!doctype html>.*<title>Documentation .*<\/html>\s*$/isu],
  ['/openapi.json', 'application/json', 300, /"openapi": ?"3\.1/u],
  ['/status.json', 'application/json', 60, /"checkedAt":"/u],
  ['/feed.xml', 'application/atom+xml; charset=utf-8', 3600, /<feed [^>]*www\.w3\.org\/2005\/Atom/u],
  ['/feed.json', 'application/feed+json', 3600, /https:\/\/jsonfeed\.org\/version\/1\.1/u],
  ['/client.js', javascript, 300, /export ?\{[^}]*\bdirectory\b/u],
  ['/embed.js', javascript, 300, /customElements\.define\(["'`]public-directory["'`]/u],
  ['/client.tgz', 'application/gzip', 300, /^.\u008B/su],
  ['/robots.txt', 'text/plain; charset=utf-8', 300, /^User-agent: \*\n(?:Disallow|Allow): \/\n$/u],
  ['/favicon.ico', 'image/svg+xml', 300, /^<svg .*<\/svg>\s*$/su],
]; // prettier-ignore

/** Paths in `files` whose answers come from Lambda functions. The other paths in `files` lead to stored files. */
const computed: ReadonlySet<string> = new Set(['/status.json', '/feed.xml', '/feed.json']);

/** Matches tags that load or run code or styles. */
const ACTIVE_TAG =
  /<(?:(?:script|iframe|object|embed|base|meta http-equiv)\b|link rel="stylesheet"|[^>]*\son\w+=)[^>]*>/giu;

/**
 * A minute, which is the maximum age of a cached status and of a list in a function's memory, plus the time of a slow read and
 * the difference between two clocks.
 */
const LAG_MS = 85_000;
const LONGEST_FEED = 50;

const unknownPaths =
  '/v1 /v1/ /v1/nope /v1/startups/ /v1/startups/some-slug /v1/STARTUPS /V1/startups /v1//jobs /v1/jobs.json /v1/jobs%20 /v1%2Fjobs /v1/__proto__ /v2/jobs /nope /docs.html /status /__proto__';

export function describeSite(ask: Ask, isStale: boolean): void {
  test.each(files)('%s is served', async (path, type, seconds, looks) => {
    const answer = await ask(path);
    const text = plainBody(answer).toString('latin1');

    expect(answer.status).toBe(200);
    // CloudFront adds the CORS headers to a file only for CORS requests (API Reference, ResponseHeadersPolicyCorsConfig).
    if (computed.has(path) || !isFromCloudFront(answer)) expectOpen(answer, 200);
    expectHeaders(answer, {
      'cache-control': new RegExp(`^public, max-age=${seconds}(?:, stale-if-error=86400)?$`, 'u'),
      'x-content-type-options': /^nosniff$/u,
      ...(path !== '/status.json' && { etag: /^(?:W\/)?"[^"]+"$/u }),
    });
    expect(answer.headers['content-type']).toBe(type);
    expect(looks.test(text) ? looks : text.slice(0, 200)).toBe(looks);
    expect(text).not.toContain('https://directory.example.org/v1');
    if (computed.has(path)) return;
    const known = { 'If-None-Match': answer.headers['etag'] ?? '' };
    expect((await ask(path, { headers: known })).status).toBe(304);
    expect(answer.headers).toMatchObject({
      'content-security-policy': PAGE_CONTENT_SECURITY_POLICY,
      'strict-transport-security': 'max-age=31536000',
    });
  });

  test.each(['/', '/docs'])('%s loads only its own script and style', async (path) => {
    const page = plainBody(await ask(path)).toString();
    const loaded = [...page.matchAll(ACTIVE_TAG)].map(
      ([tag]) => / (?:src|href)="([^"]*)"/iu.exec(tag)?.[1] ?? tag,
    );
    const asset = (type: string): unknown =>
      expect.stringMatching(new RegExp(`^/assets/[\\w-]+\\.${type}$`, 'u'));

    expect(page).toContain(`<link rel="canonical" href="${await originOf(ask)}${path}"/>`);
    expect(loaded).toEqual([asset('css'), asset('js')]);
    const [style, script] = await Promise.all(loaded.map(async (each) => ask(each)));
    expect(style?.status).toBe(200);
    expectModule(script);
  });

  test.each(['/client.js', '/embed.js'])('%s is a valid module', async (path) => {
    expectModule(await ask(path));
  });

  test('/client.tgz is an archive with every file that its package.json exports', async () => {
    const tar = Uint8Array.from(gunzipSync(plainBody(await ask('/client.tgz'))));
    const texts = new Map(parseTar(tar).map(({ name, text }) => [name, text]));
    const description = texts.get('package/package.json') ?? '';
    const exported = [...description.matchAll(/"\.\/([\w./]+\.(?:ts|js|json))"/gu)];

    expect(exported.length).toBeGreaterThan(0);
    expect(exported.filter(([, name]) => (texts.get(`package/${name}`) ?? '') === '')).toEqual([]);
  });

  test('/robots.txt allows crawlers unless the records are invented', async () => {
    // Only a service with test data serves this picture.
    const { status } = await ask('/assets/initial-a.svg');
    const rule = status === 200 ? 'Disallow' : 'Allow';

    expect(plainBody(await ask('/robots.txt')).toString()).toBe(`User-agent: *\n${rule}: /\n`);
  });

  test.each([
    ['/docs/', '/docs'],
    ['/index.html', '/'],
  ])('%s redirects to %s', async (path, location) => {
    expect(await ask(path)).toMatchObject({ status: 301, headers: { location } });
  });

  test.each(['/', '/status.json', '/feed.xml'])('%s rejects POST', async (path) => {
    expectRefusal(await ask(path, { method: 'POST', body: '' }));
  });

  test.each(unknownPaths.split(' '))('%s gets a 404', async (path) => {
    expectProblem(await ask(path), 404);
  });

  test('a mistyped address outside /v1 gets an HTML page in a browser, and a problem document in other clients', async () => {
    const headers = { Accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };
    const page = await ask('/doc', { headers });
    const problem = await ask('/doc');

    expect([page.status, page.headers['vary'], problem.headers['vary']]).toEqual([
      404,
      expect.stringContaining('Accept'),
      expect.stringContaining('Accept'),
    ]);
    expectHeaders(page, {
      'content-type': /^text\/html/u,
      'content-security-policy': /script-src 'self'/u,
    });
    expect(plainBody(page).toString()).toMatch(/<a href="\/">.*<a href="\/docs">/u);
    expectProblem(problem, 404);
    expectProblem(await ask('/v1/doc', { headers }), 404);
  });

  // The description contains the service's own domain, which can differ from the domain that the tests request. So this test
  // accepts any domain.
  test('/openapi.json describes every path, field and header, and names one server', async () => {
    const text = plainBody(await ask('/openapi.json')).toString();
    const example = text.replaceAll(await originOf(ask), 'https://directory.example.org');
    const ofStage: unknown = expect.anything();

    expect(JSON.parse(example)).toEqual({
      ...published,
      info: ofStage,
      servers: [expect.objectContaining({ url: 'https://directory.example.org/v1' })],
      components: { ...published.components, examples: ofStage },
    });
  });

  const askStatus = async () => ask('/status.json');

  test.each(directoryNames)('/status.json agrees with the list of %s', async (name) => {
    const schema = described('/status.json', '200').content?.['application/json']?.schema ?? {};
    const recent = await askStatus();
    const { release, checkedAt } = json(recent) as Status;

    expectDescribed('/status.json', recent);
    expect(againstSchema(schema, json(recent), 'status')).toEqual([]);
    expect(release).not.toBe('');
    expect(Math.abs(Date.now() - Date.parse(checkedAt))).toBeLessThan(LAG_MS);
    await compareWithLists(ask, [name], askStatus, (answer, list) => {
      const status = (json(answer) as Status).directories[name];
      const { length: records } = json(list) as unknown[];
      const readAt = Date.parse(list.headers['x-cached-at'] ?? '');
      const copiedAt = Date.parse(status.cachedAt ?? '');

      expect(status).toMatchObject({
        path: `/v1/${name}`,
        records,
        bytes: plainBody(list).length,
        emptyByDesign: records === 0,
        ...(!isStale && { problem: null }), // during an outage, the status reports a problem if the copy is old
      });
      expect(copiedAt).toBeGreaterThan(readAt - LAG_MS);
      expect(copiedAt).toBeLessThan(Date.now() + LAG_MS);
    });
  });

  test.each(['/feed.json', '/feed.xml'])('%s links the newest startups and jobs', async (path) => {
    const origin = await originOf(ask);
    const askFeed = async () => ask(path);

    await compareWithLists(ask, ['startups', 'jobs'], askFeed, (answer, startups, jobs) => {
      expect(readFeed(answer)).toMatchObject({
        home_page_url: `${origin}/`,
        feed_url: origin + path,
        items: newestItems(json(startups) as Startup[], json(jobs) as Job[], origin),
      });
    });
  });
}

/** Expects a JavaScript module without syntax errors. */
function expectModule(answer: Answer | undefined): void {
  const text = answer && plainBody(answer).toString();
  expect([answer?.status, answer?.headers['content-type']]).toEqual([200, javascript]);
  expect(() => parseSync(text ?? '', { syntax: 'ecmascript', target: 'es2022' })).not.toThrow();
}

/**
 * Returns a feed as an object in the format of JSON Feed. Converts an Atom feed into this format.
 *
 * @throws Error if the feed is invalid, or if an Atom feed's link to itself differs from its id. The library that parses Atom
 * does not detect XML that is cut off, a bare ampersand or an invalid character, so this function looks for them.
 */
function readFeed(answer: Answer): unknown {
  if (answer.headers['content-type'] === 'application/feed+json') return json(answer);
  const xml = plainBody(answer).toString();
  const isBroken = /&(?!#?\w+;)|[^\t\n\r -\u{10FFFF}]/u.test(xml) || !/<\/feed>\s*$/u.test(xml);
  if (isBroken) throw new Error('broken XML');
  const { id, links = [], entries = [] } = parseAtomFeed(xml);
  const linked = (rel: string) => links.find((link) => link.rel === rel)?.href;
  const items = entries.map((entry) => ({ id: entry.id, url: entry.links?.[0]?.href }));
  expect(linked('self')).toBe(id);
  return { home_page_url: linked('alternate'), feed_url: id, items };
}

/** Returns the ids and addresses of the newest startups and open jobs. Records without a date are left out. */
function newestItems(startups: readonly Startup[], jobs: readonly Job[], origin: string) {
  const pages = new Map(startups.map(({ id, slug }) => [id, `${origin}/#/startups/${slug}`]));
  const open = jobs.filter(({ expires_at: end }) => end === null || Date.parse(end) > Date.now());
  const newest = [
    ...startups.map(({ id, created_at: at }) => ({ id, at: at ?? '', url: pages.get(id) })),
    ...open.map(({ id, created_at: at, startup_id, external_url: url }) => ({
      id,
      at,
      url: url ?? pages.get(startup_id),
    })),
  ]
    .filter(({ at }) => at !== '')
    .toSorted((a, b) => b.at.localeCompare(a.at) || a.id.localeCompare(b.id));
  return newest.slice(0, LONGEST_FEED).map(({ id, url }) => ({ id: `urn:uuid:${id}`, url }));
}
