import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import type { APIGatewayProxyEventV2 } from 'aws-lambda';

import { type Server, startServer } from '../../local/endpoint/server.ts';
import { fromFunction, toEvent } from '../../local/gateway.ts';

/** Answers each request with the event that is made from it. */
let server: Server;
beforeAll(async () => {
  server = await startServer(async ({ request }) => ({
    status: 200,
    headers: { Connection: 'close' },
    body: JSON.stringify(toEvent(request, 'request-1')),
  }));
});
afterAll(async () => server.close());

/** The lines of a request as they go over the wire. */
async function eventOf(...lines: readonly string[]): Promise<APIGatewayProxyEventV2> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.end(['', ...lines, '', ''].join('\r\n').trimStart() + '\r\n');
  const answer = await text(socket);
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as APIGatewayProxyEventV2;
}

test('a request becomes an event of payload format 2.0', async () => {
  const before = Date.now();
  const event = await eventOf(
    'GET /v1/jobs HTTP/1.1',
    'Host: directory.example:80',
    'User-Agent: test',
  );

  const { time, timeEpoch, ...context } = event.requestContext;
  expect({ ...event, requestContext: context }).toEqual({
    version: '2.0',
    routeKey: 'GET /v1/jobs',
    rawPath: '/v1/jobs',
    rawQueryString: '',
    headers: { host: 'directory.example:80', 'user-agent': 'test' },
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: 'directory.example:80',
      domainPrefix: 'local',
      http: {
        method: 'GET',
        path: '/v1/jobs',
        protocol: 'HTTP/1.1',
        sourceIp: '127.0.0.1',
        userAgent: 'test',
      },
      requestId: 'request-1',
      routeKey: 'GET /v1/jobs',
      stage: '$default',
    },
    isBase64Encoded: false,
  });
  expect(timeEpoch).toBeGreaterThanOrEqual(before);
  expect(time).toMatch(/^\d{2}\/[A-Z][a-z]{2}\/\d{4}:\d{2}:\d{2}:\d{2} \+0000$/);
});

test('header names are in lower case, and several values of one are joined with commas', async () => {
  const { headers } = await eventOf(
    'HEAD /v1/jobs HTTP/1.1'.replace('HEAD', 'GET'),
    'Host: local',
    'X-Mixed-Case: 1',
    'If-None-Match: "a"',
    'If-None-Match: W/"b"',
    'Accept-Encoding: gzip, br;q=0.5',
  );

  expect(headers).toEqual({
    host: 'local',
    'x-mixed-case': '1',
    'if-none-match': '"a",W/"b"',
    'accept-encoding': 'gzip, br;q=0.5',
  });
});

test.each([
  ['?', '', undefined],
  ['?a=1&b=2', 'a=1&b=2', { a: '1', b: '2' }],
  ['?a=1&a=2', 'a=1&a=2', { a: '1,2' }],
  ['?a', 'a', { a: '' }],
  ['?q=a%20b+c', 'q=a%20b+c', { q: 'a b c' }],
  ['?a=b?c=d', 'a=b?c=d', { a: 'b?c=d' }],
])('the query %s is passed on raw and read', async (query, raw, parameters) => {
  const event = await eventOf(`GET /v1/jobs${query} HTTP/1.1`, 'Host: local');

  expect(event.rawPath).toBe('/v1/jobs');
  expect(event.rawQueryString).toBe(raw);
  expect(event.queryStringParameters).toEqual(parameters);
});

test('a function answers with status, headers and text', () => {
  const answer = { statusCode: 404, headers: { 'X-One': '1' }, body: 'größer' };

  expect(fromFunction(JSON.stringify(answer))).toEqual({
    status: 404,
    headers: { 'X-One': '1' },
    body: Buffer.from('größer'),
  });
});

test('a body in base64 is bytes', () => {
  const body = Buffer.from([0, 255, 128]);
  const answer = { statusCode: 200, body: body.toString('base64'), isBase64Encoded: true };

  expect(fromFunction(JSON.stringify(answer))).toEqual({ status: 200, headers: {}, body });
});

test.each([
  ['nothing', ''],
  ['no JSON', '<html>'],
  ['null', 'null'],
  ['a text', '"hello"'],
  ['no status', '{"body":"hello"}'],
  ['a status that is none', '{"statusCode":20}'],
  ['an informational status', '{"statusCode":101}'],
  ['a status that is no number', '{"statusCode":"OK"}'],
  ['a body that is no text', '{"statusCode":200,"body":{}}'],
  ['a header that is no text', '{"statusCode":200,"headers":{"x":{}}}'],
  ['a header of two lines', JSON.stringify({ statusCode: 200, headers: { x: 'a\r\nb: c' } })],
  ['a header with a space in its name', '{"statusCode":200,"headers":{"x y":"1"}}'],
  ['a body of more than 10 MiB', JSON.stringify({ statusCode: 200, body: 'x'.repeat(10_485_761) })],
])('a function that answers with %s gives 500', (_, json) => {
  const { status, headers, body } = fromFunction(json);

  expect(status).toBe(500);
  expect(headers).toMatchObject({
    'Content-Type': 'application/problem+json',
    'Access-Control-Allow-Origin': '*',
  });
  expect(JSON.parse(body.toString())).toMatchObject({ status: 500 });
});
