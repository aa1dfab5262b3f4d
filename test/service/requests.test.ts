/** Requests that nobody should send: each gets an answer that says nothing of it, and the next one is served. And many at once. */

import http from 'node:http';
import { connect } from 'node:net';

import { corsHeaders } from '../../contract/http.ts';
import { plainBody } from '../support/http/ask.ts';
import { exchange, type RawAnswer } from '../support/http/exchange.ts';
import { TestService } from '../support/service/service.ts';

/** Stands somewhere in each request, and in no answer. */
const MARKER = 'marker-5d1f';

const LIST = '/v1/jobs';

const methodNotAllowed = {
  allow: 'GET, HEAD, OPTIONS',
  'content-type': 'application/problem+json',
  'cache-control': 'no-store',
};

let service: TestService;
let list: Buffer;
let etag: string;
beforeAll(async () => {
  service = await TestService.start({ edge: true, memorySeconds: 60, startups: 12 });
  const { body, headers } = await service.get('jobs');
  [list, etag] = [body, headers['etag'] ?? ''];
});
afterAll(async () => service.close());

function request(
  method: string,
  target: string,
  headers: readonly string[] = [],
  body = '',
): string {
  const lines = ['Host: example.com', 'Origin: https://example.org', `X-Marker: ${MARKER}`];
  return `${method} ${target} HTTP/1.1\r\n${[...lines, 'Connection: close', ...headers].join('\r\n')}\r\n\r\n${body}`;
}

function expectDiscreet({ text, count }: RawAnswer): void {
  expect(text).not.toContain(MARKER);
  expect(count).toBeLessThanOrEqual(1);
}

/** Ours, and so with CORS. */
function expectOwn(answer: RawAnswer, status: number): void {
  expect(answer.status).toBe(status);
  for (const [name, value] of Object.entries(corsHeaders)) {
    expect(answer.headers[name.toLowerCase()]).toBe(value);
  }
}

function expectList(answer: RawAnswer): void {
  expectOwn(answer, 200);
  expect(plainBody(answer).equals(list)).toBe(true);
}

describe.each([
  { where: 'the gateway', refused: 405, urlOf: () => service.gatewayUrl },
  { where: 'the edge', refused: 403, urlOf: () => service.url },
])('at $where', ({ refused, urlOf }) => {
  afterEach(async () => {
    expectList(await exchange(urlOf(), request('GET', LIST)));
  });

  /** CONNECT has no path: Node's server closes the connection. */
  const methods = http.METHODS.filter((method) => method !== 'CONNECT');

  test.each(methods)('%s of a list is answered as the interface says', async (method) => {
    const answer = await exchange(urlOf(), request(method, LIST));

    const statuses: Record<string, number> = { GET: 200, HEAD: 200, OPTIONS: 204 };
    expectOwn(answer, statuses[method] ?? refused);
    expect(answer.headers).toMatchObject(answer.status === 405 ? methodNotAllowed : {});
    expect(answer.body.equals(list)).toBe(method === 'GET');
    expectDiscreet(answer);
  });

  test.each(methods)('%s of another path is not found', async (method) => {
    const answer = await exchange(urlOf(), request(method, `/${MARKER}`));

    expectOwn(answer, 404);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expectDiscreet(answer);
  });

  test.each(['CONNECT', 'get', 'FETCH', 'GET\t', '', '\0', 'G'.repeat(9000)])(
    'what is no method (%j) gets no list',
    async (method) => {
      const answer = await exchange(urlOf(), request(method, LIST));

      expect([0, 400, 431]).toContain(answer.status);
      expectDiscreet(answer);
    },
  );

  test.each([
    `/${LIST}`,
    `/.${LIST}`,
    `/v1/../v1/jobs`,
    '/v1//jobs',
    '/v1%2fjobs',
    '/v1%2Fjobs',
    '/%76%31/jobs',
    `${LIST}%00`,
    `${LIST}%20`,
    `${LIST}/`,
    `${LIST}/.`,
    `${LIST}/${MARKER}/..`,
    '/V1/JOBS',
    `${LIST}.json`,
    `${LIST};${MARKER}`,
    `${LIST}#${MARKER}`,
    `${LIST}&${MARKER}`,
    String.raw`\v1\jobs`,
    String.raw`/v1\jobs`,
    `//example.com${LIST}`,
    '/__proto__',
    '/constructor',
    '/v1/__proto__',
    '/v1/constructor',
    '/v1/toString',
    '/v1/j%C3%B6bs',
    '/v1/jobs\u00A0',
    `/${'v1/'.repeat(2500)}jobs`,
    '*',
    LIST.slice(1),
    '/%',
    '/%ff',
    '/_local',
    '/v2/jobs',
  ])('%j is no list', async (target) => {
    const answer = await exchange(urlOf(), request('GET', `${target}?${MARKER}`));

    if (answer.status !== 400) expectOwn(answer, 404); // 400 is of the HTTP layer
    expectDiscreet(answer);
  });

  test.each([`http://example.com${LIST}`, `HTTPS://example.com:443${LIST}?${MARKER}`])(
    'the list is found in absolute form (%s)',
    async (target) => {
      expectList(await exchange(urlOf(), request('GET', target)));
    },
  );

  test('an address without a path is that of the page, and with a path of nothing is not found', async () => {
    const page = await exchange(urlOf(), request('GET', 'http://example.com'));

    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expectOwn(await exchange(urlOf(), request('GET', 'http://example.com/v1')), 404);
  });

  test('an asset that no disk could name is not found', async () => {
    const { status } = await exchange(urlOf(), request('GET', `/assets/${'x'.repeat(300)}.js`));

    expect(status).toBe(404);
  });

  test.each([
    `?${MARKER}=${'x'.repeat(8000)}`,
    `?${`${MARKER}&`.repeat(600)}`,
    `?${'['.repeat(2000)}`,
    '?__proto__=1&constructor=2',
    `?${'%'.repeat(999)}`,
    '??/../..',
    '?%00=%ff',
    '?q=%27%20OR%201=1--',
  ])('a query changes nothing (%#)', async (query) => {
    const answer = await exchange(urlOf(), request('GET', LIST + query));

    expectList(answer);
    expectDiscreet(answer);
  });

  test.each([
    'br;q=1e9',
    'gzip;q=-1',
    'br;q=NaN, gzip;q=Infinity',
    'br;q=, gzip;q',
    ','.repeat(8000),
    'br;'.repeat(2000),
    `${MARKER};q=1`,
    '__proto__, constructor',
    '*',
    'br;q=0, gzip;q=0, *;q=1',
    ' , ;q=1, ;',
    'BR',
  ])('Accept-Encoding: %j brings the list', async (codings) => {
    const answer = await exchange(urlOf(), request('GET', LIST, [`Accept-Encoding: ${codings}`]));

    expectList(answer);
    expectDiscreet(answer);
  });

  test.each(['*;q=0', 'identity;q=0'])(
    'Accept-Encoding: %j brings the list or the word that it cannot be sent',
    async (codings) => {
      const answer = await exchange(urlOf(), request('GET', LIST, [`Accept-Encoding: ${codings}`]));

      if (answer.status === 200) expectList(answer);
      else expectOwn(answer, 406);
    },
  );

  test.each([
    `"${MARKER}", `.repeat(500),
    `"${MARKER}`,
    'W/W/"x"',
    '*, "x"',
    'W/',
    '"',
    ','.repeat(8000),
    '"*"',
    '__proto__',
  ])('If-None-Match that is of no list brings the list (%#)', async (tags) => {
    const answer = await exchange(urlOf(), request('GET', LIST, [`If-None-Match: ${tags}`]));

    expectList(answer);
    expectDiscreet(answer);
  });

  test('the tag of the list is found among very many', async () => {
    const tags = `${`"${MARKER}", `.repeat(400)}${etag}`;

    const answer = await exchange(urlOf(), request('GET', LIST, [`If-None-Match: ${tags}`]));

    expectOwn(answer, 304);
    expect(answer.body).toHaveLength(0);
  });

  test('a hundred headers change nothing', async () => {
    const headers = Array.from({ length: 100 }, (_, number) => `X-${number}: ${MARKER}`);

    const answer = await exchange(urlOf(), request('GET', LIST, headers));

    expectList(answer);
    expectDiscreet(answer);
  });

  test.each([16, 64, 1024])('headers of %d KB are refused', async (kilobytes) => {
    const headers = Array.from(
      { length: kilobytes },
      (_, number) => `X-${number}: ${'x'.repeat(1024)}`,
    );

    const { status } = await exchange(urlOf(), request('GET', LIST, headers));

    expect([0, 431]).toContain(status); // 0: reset while it was still being sent
  });

  test('a client that wants to be told to go on is told, and gets the list', async () => {
    const answer = await exchange(urlOf(), request('GET', LIST, ['Expect: 100-continue']));

    expectList(answer);
    expect(answer.text).toMatch(/^HTTP\/1\.1 100 Continue\r\n/u);
  });

  test('HTTP/1.0 gets the list', async () => {
    expectList(await exchange(urlOf(), `GET ${LIST} HTTP/1.0\r\n\r\n`));
  });

  test.each([
    ['two lengths', ['Content-Length: 5', 'Content-Length: 6'], 'hello'],
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['an unknown transfer coding', [`Transfer-Encoding: ${MARKER}`], '0\r\n\r\n'],
    ['a chunk of no length', ['Transfer-Encoding: chunked'], `${MARKER}\r\n`],
    ['a length that is no number', ['Content-Length: -1'], ''],
    ['a header without a colon', [MARKER], ''],
    ['a space in a name', [`X ${MARKER}: 1`], ''],
  ])('%s is one refusal, and no second request hides in it', async (_, headers, body) => {
    const hidden = request('GET', LIST);

    const answer = await exchange(urlOf(), request('GET', LIST, headers, body + hidden));

    expect([400, 403]).toContain(answer.status);
    expectDiscreet(answer);
  });

  test('what follows an answer that closes is not read', async () => {
    const answer = await exchange(urlOf(), request('GET', LIST) + request('GET', LIST));

    expect(answer.count).toBe(1);
  });

  test.each(['\r\n\r\n\r\nnonsense\r\n\r\n', 'hello\r\n\r\n', `GET ${LIST} HTTP/1.1\r\n\r\n`])(
    'what is not HTTP, or names no host, is refused (%#)',
    async (text) => {
      expect((await exchange(urlOf(), text)).status).toBe(400);
    },
  );

  test('a client that goes away in the middle of its body does no harm', async () => {
    const socket = connect(Number(new URL(urlOf()).port), '127.0.0.1');
    socket.write(`GET ${LIST} HTTP/1.1\r\nHost: local\r\nContent-Length: 100\r\n\r\nhalf`);
    socket.resetAndDestroy();

    expectList(await exchange(urlOf(), request('GET', LIST)));
  });
});

test('a GET with a body in chunks gets the list at the gateway, and is refused at the edge', async () => {
  const chunked = request(
    'GET',
    LIST,
    ['Transfer-Encoding: chunked'],
    `b\r\n${MARKER}\r\n0\r\n\r\n`,
  );

  const atGateway = await exchange(service.gatewayUrl, chunked);
  const atEdge = await exchange(service.url, chunked);

  expectList(atGateway);
  expect(atEdge.status).toBe(403);
  expectDiscreet(atEdge);
});

describe('a function', () => {
  test.each([
    null,
    {},
    [],
    0,
    '',
    MARKER,
    { headers: null },
    { headers: {}, requestContext: null },
    { requestContext: {} },
    { requestContext: { http: null } },
    { requestContext: { http: {} } },
    { rawPath: `/${MARKER}`, body: MARKER, isBase64Encoded: true },
    { refresh: undefined, version: '1.0', httpMethod: 'POST' },
  ])('takes %j for a GET of its list', async (event) => {
    const answer = (await service.invoke('jobs', event)) as { statusCode: number; body: string };

    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(list.toString());
  });

  test('serves the next event after one that is no request at all', async () => {
    await service.invoke('jobs', { requestContext: { http: { method: { a: MARKER } } } });

    const next = (await service.invoke('jobs', {})) as { statusCode: number };

    expect(next.statusCode).toBe(200);
  });
});
