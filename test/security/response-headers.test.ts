import type { ListResponse } from '../../lambda/directory/response.ts';
import { founder, many, servedLists, startup } from '../support/records/records.ts';
import { handle, healthy } from './handler-with-mocks.ts';

const MARK = 'x-injected';

/** What ends a header, and what some server or client reads as such. */
const BREAKS = [
  '\r\n',
  '\n',
  '\r',
  '\n ',
  '\u2028',
  '\u0085',
  '\u560D\u560A',
  '%0d%0a',
  '\0',
  '\\r\\n',
];
const VALUES = [
  ...BREAKS.map((line) => `x${line}${MARK}: 1`),
  ...BREAKS.map((line) => `"${line}${MARK}: 1${line}${line}<script>`),
  ...BREAKS.map((line) => `gzip${line}${MARK}: 1, br${line}${MARK}`),
  ...BREAKS.map((line) => `W/"x"${line}${MARK}: 1, *`),
  MARK.repeat(2000),
  `${MARK}; q=1, ${MARK};q=0.5`,
  `br;${MARK}=1`,
  `gzip;q=1;${MARK}`,
  `ünïcödé ${MARK}`,
  `\uD800${MARK}`,
];

const REQUEST_HEADERS = [
  ['if-none-match', 'accept-encoding', 'x-forwarded-for', 'x-forwarded-host', 'forwarded'],
  ['x-forwarded-proto', 'host', 'origin', 'referer', 'via', 'accept', 'x-http-method-override'],
  ['if-modified-since', 'access-control-request-headers', 'cookie', 'range', 'x-original-url'],
].flat();

const NAMES = new Set(
  [
    ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers', 'Cache-Control'],
    ['Content-Encoding', 'Content-Type', 'ETag', 'Vary', 'X-Cached-At', 'X-Content-Type-Options'],
    ['X-Data-Source', 'Allow', 'Retry-After'],
    ['Access-Control-Allow-Methods', 'Access-Control-Allow-Headers', 'Access-Control-Max-Age'],
  ].flat(),
);

afterEach(() => jest.restoreAllMocks());

test.each(VALUES)(
  'nothing of a request that is full of %j is in a response header',
  async (value) => {
    healthy([startup(1)]);
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', '', value]) {
      const http = { method, path: value, protocol: value, sourceIp: value, userAgent: value };
      const event = {
        requestContext: { http },
        headers: Object.fromEntries(REQUEST_HEADERS.map((name) => [name, value])),
        rawQueryString: value,
        rawPath: value,
      };
      const { answer } = await handle('startups', event, value);

      expectOwnHeaders(answer as ListResponse);
    }
  },
);

test.each(['startups', 'founders', 'jobs'] as const)(
  'nothing of a record of %s is in a response header',
  async (name) => {
    const [sample = {}] = servedLists()[name];
    const rows = VALUES.flatMap((value) =>
      Object.keys(sample).map((field) =>
        Object.assign({ [value]: value }, sample, { [field]: value }),
      ),
    );
    healthy([...rows, ...many(9, founder)]);

    for (const acceptEncoding of ['', 'br', 'gzip']) {
      const { answer } = await handle(name, { headers: { 'accept-encoding': acceptEncoding } });

      expectOwnHeaders(answer as ListResponse);
    }
  },
);

function expectOwnHeaders({ headers }: ListResponse): void {
  const text = JSON.stringify(headers);
  const isPrintable = Object.values(headers).every((value) => /^[ -~]*$/u.test(value));

  expect(Object.keys(headers).filter((name) => !NAMES.has(name))).toEqual([]);
  expect({ isPrintable, isMarked: text.toLowerCase().includes(MARK) }).toEqual({
    isPrintable: true,
    isMarked: false,
  });
}
