/** What HTTP sees: headers, conditional requests, codings, methods. */

import type { PlantedBug } from '../planted-bug.ts';

const render = ['test/lambda/render.test.ts'];
const door = ['test/contract/routing.test.ts'];
const description = ['test/openapi/answers.test.ts'];

export const httpBugs: readonly PlantedBug[] = [
  {
    name: 'sends a header that is not described',
    file: 'lambda/directory/render.ts',
    find: '    [header.vary]: header.acceptEncoding,\n',
    replace: "    [header.vary]: header.acceptEncoding,\n    'X-Served-By': 'us',\n",
    tests: description,
  },
  {
    name: 'forgets a header that is described',
    file: 'contract/http.ts',
    find: "'X-Content-Type-Options': 'nosniff'",
    replace: "'X-Content-Type': 'nosniff'",
    tests: description,
  },
  {
    name: 'gives a strong ETag to bytes that differ by their coding',
    file: 'contract/http.ts',
    find: 'return `W/"',
    replace: 'return `"',
    tests: render,
  },
  {
    name: 'puts the time into the ETag',
    file: 'aws/last-good.ts',
    find: 'return { records: records.length, cachedAt, body, sha256: sha256Of(body) };',
    replace:
      'return { records: records.length, cachedAt, body, sha256: sha256Of(Buffer.concat([body, Buffer.from(String(cachedAt))])) };',
    tests: render,
  },
  {
    name: 'compares If-None-Match strongly',
    file: 'lambda/directory/render.ts',
    find: "  const opaque = etag.replace(/^W\\//u, '');\n  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\\//u, '') === opaque);",
    replace: "  return ifNoneMatch.split(',').some((tag) => tag.trim() === etag);",
    tests: render,
  },
  {
    name: 'looks at the first tag of If-None-Match only',
    file: 'lambda/directory/render.ts',
    find: "ifNoneMatch.split(',').some(",
    replace: "ifNoneMatch.split(',').slice(0, 1).some(",
    tests: render,
  },
  {
    name: 'leaves the headers away from a 304',
    file: 'lambda/directory/render.ts',
    find: "{ statusCode: 304, headers, body: '', isBase64Encoded: false }",
    replace: "{ statusCode: 304, headers: {}, body: '', isBase64Encoded: false }",
    tests: render,
  },
  {
    name: 'does not say that its answers vary by their coding',
    file: 'lambda/directory/render.ts',
    find: '    [header.vary]: header.acceptEncoding,\n    ...corsHeaders,',
    replace: '    ...corsHeaders,',
    tests: render,
  },
  {
    name: 'keeps scripts from reading an error',
    file: 'contract/http.ts',
    find: '      ...corsHeaders,\n',
    replace: '',
    tests: ['test/lambda/answer.test.ts', ...door],
  },
  {
    name: 'lets a cache keep an error',
    file: 'contract/http.ts',
    find: "[header.cacheControl]: 'no-store',",
    replace: "[header.cacheControl]: 'public, max-age=3600',",
    tests: ['test/lambda/answer.test.ts', ...door],
  },
  {
    name: 'sends a body with HEAD',
    file: 'lambda/directory/render.ts',
    find: "request.method === 'HEAD' ? '' : body",
    replace: 'body',
    tests: render,
  },
  {
    name: 'sends brotli to a client that refuses it',
    file: 'lambda/directory/render.ts',
    find: '    .filter((coding) => weightOf(coding) > 0)\n',
    replace: '',
    tests: render,
  },
  {
    name: 'prefers brotli to what the client prefers',
    file: 'lambda/directory/render.ts',
    find: '\n    .toSorted((a, b) => weightOf(b) - weightOf(a))',
    replace: '',
    tests: render,
  },
  {
    name: 'does not say in which coding the body is',
    file: 'lambda/directory/render.ts',
    find: '{ [header.contentEncoding]: coding }',
    replace: '{}',
    tests: render,
  },
  {
    name: 'hands Lambda a body that is past its limit',
    file: 'lambda/directory/render.ts',
    find: 'const base64Length = Math.ceil(encoded.length / 3) * 4;',
    replace: 'const base64Length = encoded.length;',
    tests: render,
  },
  {
    name: 'compresses the same list for every request',
    file: 'lambda/directory/render.ts',
    find: '  encoded.set(coding, made);\n',
    replace: '',
    tests: render,
  },
  {
    name: 'answers a write as if it had read',
    file: 'contract/routing.ts',
    find: "listMethods: readonly string[] = ['GET', 'HEAD'];",
    replace: "listMethods: readonly string[] = ['GET', 'HEAD', 'POST'];",
    tests: ['test/lambda/handler.test.ts'],
  },
  {
    name: 'answers an unknown path with a list',
    file: 'contract/routing.ts',
    find: '  if (!allPaths.includes(path) && !isSitePath(path)) return notFound;\n',
    replace: '',
    tests: door,
  },
];
