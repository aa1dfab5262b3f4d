/** Runs the deployed CloudFront Functions in Node and, if it is installed, in njs, which resembles CloudFront's runtime. */

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import path from 'node:path';

import { edgeSecurityHeaders } from '../../../contract/edge.ts';
import { corsHeaders, etagOf } from '../../../contract/http.ts';
import { copyHeaders } from '../../../lambda/aws/copies.ts';
import { allPaths, answerWithoutList } from '../../../contract/routing.ts';
import { sitePaths, storedPath } from '../../../contract/site.ts';
import { type EdgeScript, edgeScript } from '../../../lib/edge-scripts.ts';
import { loadFunction } from '../../../local/edge.ts';
import { describeWith, fileOf } from '../../support/programs.ts';
import { newFolder } from '../../support/run-folder.ts';

const LIMIT_BYTES = 10_240;

const methods = 'GET HEAD OPTIONS POST PUT PATCH DELETE TRACE CONNECT get'.split(' ').concat('');

/** Paths that the service serves, and similar paths. */
const requestPaths = [
  ...allPaths,
  ...Object.values(sitePaths),
  '',
  '/assets/page\n.css',
  `/assets/${'a'.repeat(300)}`,
  ...`/assets/page-ABC123.css /index.html /docs.html /docs/ /assets/..%2fv1.js /assets/page-ÄÖ.css
    /v1 /v1/ /v1/jobs/ /v1/startups/some-slug /v1/STARTUPS /v2/startups /startups //v1/startups
    // /%00 /v1//jobs /v1/./jobs /v1/%6aobs /v1/jobs%00 /V1/jobs /v1/Jobs
    /__proto__ /v1/constructor /v1/toString`.split(/\s+/u),
];

type Headers = Readonly<Record<string, { readonly value: string }>>;

/** Returns headers in the format of CloudFront's events. */
function eventHeaders(headers: Readonly<Record<string, string>>): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), { value }]),
  );
}

const requests = methods.flatMap((method) =>
  requestPaths.map((uri) => ({ method, uri, headers: eventHeaders({ Host: 'example.org' }) })),
);

/** Returns the result that the contract defines: an answer, or the request with a page's path replaced by its file's path. */
function routed(request: (typeof requests)[number]): unknown {
  const answer = answerWithoutList(request.method, request.uri);
  if (answer === undefined) return { ...request, uri: storedPath(request.uri) };
  const { statusCode, headers, body } = answer;
  return {
    statusCode,
    statusDescription: STATUS_CODES[statusCode],
    headers: eventHeaders({ ...headers, ...edgeSecurityHeaders }),
    ...(body === '' ? {} : { body: { encoding: 'text', data: body } }),
  };
}

const sha256 = '0123456789abcdef'.repeat(4);
const cachedAt = '2026-11-20T08:00:00.000Z';
const list = { cachedAt: Date.parse(cachedAt), records: 3, sha256 };
const copy = copyHeaders('copies', 'startups', list);
const { sha256: _, ...withoutHash } = copy.Metadata;

const ofCopy = { 'Content-Type': copy.ContentType, 'Cache-Control': copy.CacheControl };

/** Returns the headers that S3 sends for an object with this metadata. */
function stored(metadata: Readonly<Record<string, string>>): Headers {
  const named = Object.entries(metadata).map(([key, value]) => [`x-amz-meta-${key}`, value]);
  const ofS3 = { ETag: '"s3"', 'x-amz-version-id': 'abc' };
  return eventHeaders({ ...ofCopy, ...ofS3, ...(Object.fromEntries(named) as object) });
}

/** Returns the headers of a stale answer. */
function stale(ETag: string): Headers {
  return eventHeaders({
    ...ofCopy,
    ETag,
    ...corsHeaders,
    'X-Data-Source': 'last-good',
    Vary: 'Accept-Encoding',
    'X-Cached-At': cachedAt,
  });
}

/** Headers of answers from an origin. `served` is present if visitors get different headers. */
const responses: readonly [what: string, headers: Headers, served?: Headers][] = [
  ['a copy', stored(copy.Metadata), stale(etagOf(sha256))],
  ['a copy without a hash', stored(withoutHash), stale('"s3"')],
  ['an answer from a function', eventHeaders({ 'X-Data-Source': 'database', ETag: 'W/"1"' })],
  ['an object without metadata', stored({})],
  ['an object with other metadata', stored({ colour: 'blue' })],
  ['a copy in another format', stored({ ...copy.Metadata, format: '2' })],
  ['a copy without a format', stored({ 'cached-at': cachedAt })],
  ['a copy whose format is `toString`', stored({ ...copy.Metadata, format: 'toString' })],
];

/** Runs a script for each event. */
type Runner = (name: EdgeScript, events: readonly object[]) => readonly unknown[];

function itFollowsTheContract(run: Runner): void {
  it('answers or routes each tested method and path as the contract defines', () => {
    const events = requests.map((request) => ({ request }));

    expect(run('viewer-request', events)).toEqual(requests.map((request) => routed(request)));
  });

  it.each(responses)('sends the right headers for %s', (_what, headers, served = headers) => {
    const response = { statusCode: 200, headers };

    expect(run('viewer-response', [{ response }])).toEqual([{ statusCode: 200, headers: served }]);
  });
}

describe('the edge in Node', () => {
  itFollowsTheContract((name, events) => events.map(loadFunction(edgeScript(name))));
});

describeWith('njs')('the edge in njs', () => {
  const folder = newFolder('directory-njs');

  itFollowsTheContract((name, events) => {
    const file = path.join(folder, 'script.js');
    const call = 'events.forEach((event) => console.log(JSON.stringify(handler(event))));';
    const script = `${edgeScript(name)}\nconst events = ${JSON.stringify(events)};\n${call}\n`;
    writeFileSync(file, script);
    const { stdout, stderr } = spawnSync(fileOf('njs'), [file], { encoding: 'utf8' });
    if (stderr !== '') throw new Error(stderr);
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  });
});

test.each(['viewer-request', 'viewer-response'] as const)(
  'the script %s is readable, and stays within the limits of CloudFront',
  (name) => {
    const text = edgeScript(name);

    expect(Buffer.byteLength(text)).toBeLessThan(LIMIT_BYTES);
    expect(text).toMatch(/^const contract = \{.*\};\n/u);
    expect(text).toContain('\nfunction handler(event) {\n');
    expect(text).not.toMatch(/\b(?:import|export|require|eval)\b/u);
  },
);
