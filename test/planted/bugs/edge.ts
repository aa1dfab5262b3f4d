/** What runs in CloudFront, and how it is set. */

import { bugsIn, type PlantedBug } from '../planted-bug.ts';

export const edgeBugs: readonly PlantedBug[] = [
  ...bugsIn('contract/edge.ts', ['test/lib/templates.test.ts'], {
    'keeps at the edge what must not be stored': ['minSeconds: 0,', 'minSeconds: 60,'],
    'keeps at the edge what says nothing of its lifetime': [
      'defaultSeconds: 0',
      'defaultSeconds: 3600',
    ],
    'keeps a 404 for an hour at the edge': ['EDGE_ERROR_SECONDS = 5', 'EDGE_ERROR_SECONDS = 3600'],
  }),
  ...bugsIn('lib/constructs/edge.ts', ['test/lib/templates.test.ts'], {
    'keeps a copy of a list for every query string': [
      '      enableAcceptEncodingBrotli: true,\n',
      "      enableAcceptEncodingBrotli: true,\n      queryStringBehavior: { behavior: 'all' } as never,\n",
    ],
    'shows a visitor the 503 though the store has a copy': [
      'origins.serviceOrStore',
      'origins.service',
    ],
    'asks a service that hangs three times': ['connectionAttempts: 1', 'connectionAttempts: 3'],
    'speaks HTTP without encryption': ['Policy.REDIRECT_TO_HTTPS', 'Policy.ALLOW_ALL'],
  }),
  ...bugsIn('contract/limits.ts', ['test/contract/limits.test.ts'], {
    'gives up at the edge before the gateway does': [
      'EDGE_TIMEOUT_SECONDS = 15;',
      'EDGE_TIMEOUT_SECONDS = 11;',
    ],
    'gives up at the gateway before the function answers': [
      'GATEWAY_TIMEOUT_SECONDS = 12;',
      'GATEWAY_TIMEOUT_SECONDS = 5;',
    ],
  }),
  ...bugsIn('contract/edge.ts', ['test/service/edge.test.ts'], {
    'does not ask the store when the gateway answers 503': [
      'fallbackStatuses = [500, 502, 503, 504]',
      'fallbackStatuses = [500, 502, 504]',
    ],
  }),
  ...bugsIn('edge/viewer-response.ts', ['test/edge/functions.test.ts'], {
    'serves an object of the store without saying how old it is': [
      '    [header.cachedAt]: cachedAt,\n',
      '',
    ],
    'calls an object of the store fresh': ["Source]: 'last-good'", "Source]: 'database'"],
    'speaks for a copy of a format that it does not know': [' || !isKnown', ''],
    'passes on what S3 says of itself': ['indexOf(FROM_STORE)', "indexOf('x-amz-meta-')"],
    'gives a copy of the store the ETag of S3': [
      '  if (sha256 !== undefined) setHeaders(headers, { [header.etag]: etagOf(sha256) });\n',
      '',
    ],
  }),
  ...bugsIn('lambda/directory/handler.ts', ['test/service/edge.test.ts'], {
    'tells CloudFront of a new source by a 304': [': getsWholeList ?', ': !getsWholeList ?'],
  }),
  ...bugsIn('bundling/edge.ts', ['test/bundling/edge.test.ts'], {
    'takes a regular expression at the edge that CloudFront does not know': [
      '/[^gim]/u',
      '/[^gimu]/u',
    ],
  }),
  ...bugsIn('edge/viewer-request.ts', ['test/edge/functions.test.ts'], {
    'lets a write through at the door': [
      'answerWithoutList(request.method, request.uri)',
      "answerWithoutList('GET', request.uri)",
    ],
  }),
];
