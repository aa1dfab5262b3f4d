/** What HTTP sees: headers, conditional requests, codings, methods. */

import { bugsIn, type PlantedBug } from '../planted-bug.ts';

export const httpBugs: readonly PlantedBug[] = [
  ...bugsIn('lambda/directory/render.ts', ['test/openapi/answers.test.ts'], {
    'sends a header that is not described': [
      '    [header.vary]: header.acceptEncoding,\n',
      "    [header.vary]: header.acceptEncoding,\n    'X-Served-By': 'us',\n",
    ],
  }),
  ...bugsIn('contract/http.ts', ['test/openapi/answers.test.ts'], {
    'forgets a header that is described': ['X-Content-Type-Options', 'X-Content-Type'],
  }),
  ...bugsIn('contract/http.ts', ['test/lambda/render.test.ts'], {
    'gives a strong ETag to bytes that differ by their coding': ['return `W/"', 'return `"'],
  }),
  ...bugsIn('aws/last-good.ts', ['test/lambda/render.test.ts'], {
    'puts the time into the ETag': [
      'return { records: records.length, cachedAt, body, sha256: sha256Of(body) };',
      'return { records: records.length, cachedAt, body, sha256: sha256Of(Buffer.concat([body, Buffer.from(String(cachedAt))])) };',
    ],
  }),
  ...bugsIn('lambda/directory/render.ts', ['test/lambda/render.test.ts'], {
    'compares If-None-Match strongly': [
      "  const opaque = etag.replace(/^W\\//u, '');\n  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\\//u, '') === opaque);",
      "  return ifNoneMatch.split(',').some((tag) => tag.trim() === etag);",
    ],
    'looks at the first tag of If-None-Match only': [
      ".split(',').some",
      ".split(',').slice(0, 1).some",
    ],
    'leaves the headers away from a 304': ['304, headers,', '304, headers: {},'],
    'does not say that its answers vary by their coding': [
      '    [header.vary]: header.acceptEncoding,\n    ...corsHeaders,',
      '    ...corsHeaders,',
    ],
    'sends a body with HEAD': ["request.method === 'HEAD' ? '' : body", 'body'],
    'sends brotli to a client that refuses it': [
      '    .filter((coding) => weightOf(coding) > 0)\n',
      '',
    ],
    'prefers brotli to what the client prefers': [
      '\n    .toSorted((a, b) => weightOf(b) - weightOf(a))',
      '',
    ],
    'does not say in which coding the body is': ['{ [header.contentEncoding]: coding }', '{}'],
  }),
  ...bugsIn('lambda/directory/bodies.ts', ['test/lambda/bodies.test.ts'], {
    'hands Lambda a body that is past its limit': [
      'const length = Math.ceil(bytes.length / 3) * 4;',
      'const { length } = bytes;',
    ],
    'compresses the same list for every request': ['    this.#made.set(coding, body);\n', ''],
    'lets a visitor wait for the best compression': [
      'compressed(this.#list, FAST_QUALITY)',
      'compressed(this.#list, 11)',
    ],
    'lets a refresh compress for longer than it has': [
      'this.#list.length <= seconds * bytesPerSecond',
      'bytesPerSecond > 0',
    ],
  }),
  ...bugsIn('lambda/directory/answer.ts', ['test/lambda/answer.test.ts'], {
    'compresses anew what is unchanged': ['isUnchanged ? memory.bodies : new', 'new'],
    'answers with what another list was compressed to': [
      'memory?.snapshot.sha256 === newest.sha256',
      'memory !== undefined',
    ],
  }),
  ...bugsIn('contract/http.ts', ['test/lambda/answer.test.ts', 'test/contract/routing.test.ts'], {
    'keeps scripts from reading an error': ['      ...corsHeaders,\n', ''],
    'lets a cache keep an error': ["'no-store'", "'public, max-age=3600'"],
  }),
  ...bugsIn('contract/routing.ts', ['test/lambda/handler.test.ts'], {
    'answers a write as if it had read': ["'GET', 'HEAD']", "'GET', 'HEAD', 'POST']"],
  }),
  ...bugsIn('contract/routing.ts', ['test/contract/routing.test.ts'], {
    'answers an unknown path with a list': [
      '  if (!allPaths.includes(path) && !isSitePath(path)) return notFound;\n',
      '',
    ],
  }),
];
