/** What runs in CloudFront, and how it is set. */

import type { PlantedBug } from '../planted-bug.ts';

const template = ['test/lib/templates.test.ts'];
const limits = ['test/contract/limits.test.ts'];
const functions = ['test/edge/functions.test.ts'];

export const edgeBugs: readonly PlantedBug[] = [
  {
    name: 'keeps at the edge what must not be stored',
    file: 'contract/edge.ts',
    find: 'minSeconds: 0,',
    replace: 'minSeconds: 60,',
    tests: template,
  },
  {
    name: 'keeps at the edge what says nothing of its lifetime',
    file: 'contract/edge.ts',
    find: 'defaultSeconds: 0,',
    replace: 'defaultSeconds: 3600,',
    tests: template,
  },
  {
    name: 'keeps a 404 for an hour at the edge',
    file: 'contract/edge.ts',
    find: 'EDGE_ERROR_SECONDS = 5;',
    replace: 'EDGE_ERROR_SECONDS = 3600;',
    tests: template,
  },
  {
    name: 'keeps a copy of a list for every query string',
    file: 'lib/constructs/edge.ts',
    find: '      enableAcceptEncodingBrotli: true,\n',
    replace:
      "      enableAcceptEncodingBrotli: true,\n      queryStringBehavior: { behavior: 'all' } as never,\n",
    tests: template,
  },
  {
    name: 'gives up at the edge before the gateway does',
    file: 'contract/limits.ts',
    find: 'EDGE_TIMEOUT_SECONDS = 15;',
    replace: 'EDGE_TIMEOUT_SECONDS = 11;',
    tests: limits,
  },
  {
    name: 'gives up at the gateway before the function answers',
    file: 'contract/limits.ts',
    find: 'GATEWAY_TIMEOUT_SECONDS = 12;',
    replace: 'GATEWAY_TIMEOUT_SECONDS = 5;',
    tests: limits,
  },
  {
    name: 'shows a visitor the 503 though the store has a copy',
    file: 'lib/constructs/edge.ts',
    find: 'origin: origins.serviceOrStore,',
    replace: 'origin: origins.service,',
    tests: template,
  },
  {
    name: 'does not ask the store when the gateway answers 503',
    file: 'contract/edge.ts',
    find: 'fallbackStatuses = [500, 502, 503, 504]',
    replace: 'fallbackStatuses = [500, 502, 504]',
    tests: ['test/service/edge.test.ts'],
  },
  {
    name: 'asks a service that hangs three times',
    file: 'lib/constructs/edge.ts',
    find: 'connectionAttempts: 1,',
    replace: 'connectionAttempts: 3,',
    tests: template,
  },
  {
    name: 'speaks HTTP without encryption',
    file: 'lib/constructs/edge.ts',
    find: 'ViewerProtocolPolicy.REDIRECT_TO_HTTPS',
    replace: 'ViewerProtocolPolicy.ALLOW_ALL',
    tests: template,
  },
  {
    name: 'serves an object of the store without saying how old it is',
    file: 'edge/viewer-response.ts',
    find: '    [header.cachedAt]: cachedAt,\n',
    replace: '',
    tests: functions,
  },
  {
    name: 'calls an object of the store fresh',
    file: 'edge/viewer-response.ts',
    find: "[header.dataSource]: 'last-good'",
    replace: "[header.dataSource]: 'database'",
    tests: functions,
  },
  {
    name: 'speaks for a copy of a format that it does not know',
    file: 'edge/viewer-response.ts',
    find: 'if (cachedAt === undefined || !isKnown) return response;',
    replace: 'if (cachedAt === undefined) return response;',
    tests: functions,
  },
  {
    name: 'passes on what S3 says of itself',
    file: 'edge/viewer-response.ts',
    find: 'name.indexOf(FROM_STORE) === 0',
    replace: "name.indexOf('x-amz-meta-') === 0",
    tests: functions,
  },
  {
    name: 'gives a copy of the store the ETag of S3',
    file: 'edge/viewer-response.ts',
    find: '  if (sha256 !== undefined) setHeaders(headers, { [header.etag]: etagOf(sha256) });\n',
    replace: '',
    tests: functions,
  },
  {
    name: 'tells CloudFront of a new source by a 304',
    file: 'lambda/directory/handler.ts',
    find: 'ifNoneMatch: getsWholeList ?',
    replace: 'ifNoneMatch: !getsWholeList ?',
    tests: ['test/service/edge.test.ts'],
  },
  {
    name: 'takes a regular expression at the edge that CloudFront does not know',
    file: 'bundling/edge.ts',
    find: '/[^gim]/u',
    replace: '/[^gimu]/u',
    tests: ['test/bundling/edge.test.ts'],
  },
  {
    name: 'lets a write through at the door',
    file: 'edge/viewer-request.ts',
    find: 'answerWithoutList(request.method, request.uri)',
    replace: "answerWithoutList('GET', request.uri)",
    tests: functions,
  },
];
