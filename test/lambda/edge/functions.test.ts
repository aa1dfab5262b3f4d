/** The CloudFront Functions as CloudFront runs them: the texts that are deployed, not their sources. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { makeSnapshot } from '../../../lambda/aws/last-good.ts';
import { edgeFunctionCode, type EdgeFunctionName } from '../../../bundling/edge.ts';
import {
  copied,
  type EdgeEvent,
  ownAnswer,
  requestEvent,
  responseEvent,
  storedObject,
} from '../../../bundling/edge-events.ts';
import { allDirectories } from '../../../contract/directories.ts';
import { edgeSecurityHeaders } from '../../../contract/edge.ts';
import { corsHeaders } from '../../../contract/http.ts';
import { copyHeaders } from '../../../contract/last-good.ts';
import { allPaths } from '../../../contract/paths.ts';
import { answerWithoutList } from '../../../contract/routing.ts';
import { sitePaths } from '../../../contract/site.ts';
import type { EdgeResponse } from '../../../lambda/edge/cloudfront-event.ts';
import { Bodies } from '../../../lambda/directory/bodies.ts';
import { render } from '../../../lambda/directory/render.ts';
import { loadFunction } from '../../../local/cloudfront/edge-functions.ts';
import { plainGet } from '../../support/aws/fake-dependencies.ts';
import { many, startup } from '../../support/records/records.ts';
import { describeWith, fileOf } from '../../support/run/programs.ts';

const refusedMethods = ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'CONNECT', 'get', ''];

const assetPath = '/assets/page-ABC123.css';

const servedPaths = [...allPaths, ...Object.values(sitePaths), assetPath].filter(
  (served) => served !== sitePaths.assets,
);

/** Close to what is served, but not it. */
const unknownPaths = [
  '',
  '/assets/page\n.css',
  `/assets/${'a'.repeat(300)}`,
  ...`/index.html /docs.html /docs/ /assets/ /assets/..%2fv1.js /assets/page-ÄÖ.css
    /v1 /v1/ /v1/jobs/ /v1/startups/ /v1/startups/some-slug /v1/STARTUPS /v2/startups /startups //v1/startups
    // /%00 /v1//jobs //v1/jobs /v1/./jobs /v1/%6aobs /v1/jobs%00 /V1/jobs /v1/Jobs
    /__proto__ /v1/constructor /v1/toString`.split(/\s+/u),
];

/** Answers on their way out that are no copy of ours, by what they are. */
const others = {
  "a function's own answer": ownAnswer,
  'a 304': { statusCode: 304, headers: { etag: { value: 'W/"1"' } } },
  'an object without metadata': storedObject({}),
  'an object with other metadata': storedObject({ colour: 'blue' }),
  'a copy of another format': storedObject({ ...copied, format: '2' }),
  'a copy without a format': storedObject({ 'cached-at': copied['cached-at'] ?? '' }),
  'a copy whose format is a method': storedObject({ ...copied, format: 'toString' }),
};
const withoutHash = storedObject({ format: '1', 'cached-at': '2026-11-20T08:00:00.000Z' });

const texts = {
  'viewer-request': edgeFunctionCode('viewer-request'),
  'viewer-response': edgeFunctionCode('viewer-response'),
};

function functionOf(name: EdgeFunctionName) {
  const run = loadFunction(texts[name]);
  return (event: object) => run(event) as Partial<EdgeResponse> & Record<string, unknown>;
}

const viewerRequest = functionOf('viewer-request');
const viewerResponse = functionOf('viewer-response');

describe('the viewer-request function', () => {
  const answerTo = (method: string, uri: string) =>
    viewerRequest({ request: { method, uri, headers: {} } });

  it.each(
    allDirectories.flatMap(({ path: uri }) => ['GET', 'HEAD'].map((method) => [method, uri])),
  )('lets %s %s through untouched', (method, uri) => {
    const request = { method, uri, headers: { host: { value: 'example.org' } } };

    expect(viewerRequest({ request })).toEqual(request);
  });

  it.each([
    '/openapi.json',
    '/status.json',
    '/feed.xml',
    '/feed.json',
    '/client.js',
    '/client.tgz',
    '/robots.txt',
    '/favicon.ico',
    assetPath,
  ])('lets %s through untouched', (uri) => {
    expect(answerTo('GET', uri)).toMatchObject({ uri });
  });

  it.each([
    ['/', '/index.html'],
    ['/docs', '/docs.html'],
  ])('asks the bucket for %s by the name of its file', (uri, file) => {
    const request = { method: 'GET', uri, headers: {} };

    expect(viewerRequest({ request })).toEqual({ ...request, uri: file });
  });

  it.each(unknownPaths)('answers any method on %j with the 404 of the contract', (uri) => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', ...refusedMethods]) {
      const answer = answerTo(method, uri);

      expect({ method, answer }).toMatchObject({
        method,
        answer: {
          statusCode: 404,
          statusDescription: 'Not Found',
          headers: { 'content-type': { value: 'application/problem+json' } },
        },
      });
      expect(answer.body?.data).toBe(answerWithoutList(method, uri)?.body);
    }
  });

  it.each(refusedMethods)('answers %j on a list with the 405 of the contract', (method) => {
    expect(answerTo(method, '/v1/jobs')).toMatchObject({
      statusCode: 405,
      headers: { allow: { value: 'GET, HEAD, OPTIONS' } },
    });
  });

  it('answers a preflight with 204 and no body', () => {
    const answer = answerTo('OPTIONS', '/v1/jobs');

    expect(answer).toMatchObject({
      statusCode: 204,
      headers: {
        'access-control-allow-methods': { value: 'GET, HEAD' },
        'access-control-allow-headers': { value: 'If-None-Match, If-Modified-Since' },
        'access-control-max-age': { value: '86400' },
      },
    });
    expect(answer.body).toBeUndefined();
  });

  it.each([
    ['OPTIONS', '/v1/jobs'],
    ['POST', '/v1/jobs'],
    ['GET', '/nowhere'],
  ])('gives its answer to %s %s CORS and security headers, in lower case', (method, uri) => {
    const { headers = {} } = answerTo(method, uri);

    expect(headers['access-control-allow-origin']).toEqual({ value: '*' });
    for (const [name, value] of Object.entries(edgeSecurityHeaders)) {
      expect(headers[name.toLowerCase()]).toEqual({ value });
    }
    for (const name of Object.keys(headers)) expect(name).toBe(name.toLowerCase());
  });
});

describe('the viewer-response function', () => {
  const now = Date.parse('2026-11-20T08:00:00Z');
  const snapshot = makeSnapshot(many(3, startup), now);
  const { Metadata } = copyHeaders({ ...snapshot, bucket: 'copies', directory: 'startups' });

  it('gives a copy from the store the very headers that a function gives a stale answer, and none of S3', async () => {
    const served = {
      snapshot,
      source: 'last-good',
      since: now,
      bodies: new Bodies(snapshot.body),
    } as const;
    const stale = await render(served, plainGet, now);

    const { headers = {} } = viewerResponse({ response: storedObject(Metadata) });

    for (const [name, value] of Object.entries(stale.headers)) {
      if (name === 'X-Content-Type-Options') continue; // the policy's
      expect([name, headers[name.toLowerCase()]?.value]).toEqual([name, value]);
    }
    expect(Object.keys(headers).filter((name) => name.startsWith('x-amz-'))).toEqual([]);
  });

  it.each(Object.entries(others))('lets %s pass as it is', (_, response) => {
    expect(viewerResponse({ response })).toEqual(response);
  });

  it('does without a hash in the metadata, and leaves the ETag as it is', () => {
    const { headers = {} } = viewerResponse({ response: withoutHash });

    expect(headers['etag']).toEqual(withoutHash.headers['etag']);
    expect(headers['access-control-allow-origin']?.value).toBe(
      corsHeaders['Access-Control-Allow-Origin'],
    );
  });
});

/** On which CloudFront's runtime is based. Node accepts far more. */
describeWith('njs')('under njs', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'directory-njs-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** What a script prints. */
  function printed(script: string): string {
    const file = path.join(folder, 'script.js');
    writeFileSync(file, script);
    const { error, status, stdout, stderr } = spawnSync(fileOf('njs'), [file], {
      encoding: 'utf8',
    });
    if (error !== undefined) throw error;
    if (status !== 0) throw new Error(stdout + stderr);
    return stdout;
  }

  /** Prints what the function makes of each event, a line each. */
  function scriptOf(name: EdgeFunctionName, events: readonly EdgeEvent[]): string {
    return `(function () {
${texts[name]}
${JSON.stringify(events)}.forEach(function (event) { console.log(JSON.stringify(handler(event))); });
})();`;
  }

  it('both functions give what they give in Node, for every event', () => {
    const requestEvents = ['GET', 'HEAD', 'OPTIONS', ...refusedMethods].flatMap((method) =>
      [...servedPaths, ...unknownPaths].map((uri) => requestEvent(method, uri)),
    );
    const responseEvents = [...Object.values(others), storedObject(copied), withoutHash].map(
      responseEvent,
    );
    const outputs = printed(
      [scriptOf('viewer-request', requestEvents), scriptOf('viewer-response', responseEvents)].join(
        '\n',
      ),
    ).trim();

    const expected = [...requestEvents.map(viewerRequest), ...responseEvents.map(viewerResponse)];
    expect(outputs.split('\n').map((line) => JSON.parse(line) as unknown)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(300);
  });

  it('a flag that ES 5.1 does not have is an error when the text is loaded', () => {
    expect(() => printed('var pattern = RegExp("a", "u");')).toThrow('Invalid RegExp flags "u"');
  });
});
