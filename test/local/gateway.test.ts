import { type Call, type Server, startServer } from '../../local/http-server.ts';
import {
  fromFixed,
  gateway,
  type GatewayOptions,
  gatewayServerOptions,
} from '../../local/gateway.ts';
import { FunctionFailed } from '../../local/lambda-function.ts';
import type { SiteBucket } from '../../local/site-bucket.ts';
import { ask } from '../support/http/ask.ts';
import { exchange } from '../support/http/exchange.ts';

const ok = JSON.stringify({
  statusCode: 200,
  headers: { 'Content-Type': 'text/plain' },
  body: 'hello',
});

const internalError = {
  type: 'about:blank',
  title: 'Internal Server Error',
  status: 500,
  detail: 'The list could not be made; try again.',
};

const site: SiteBucket = {
  answer: async (file) =>
    file === '/index.html' || file === '/docs.html'
      ? { status: 200, headers: {}, body: Buffer.from(`the page ${file}`) }
      : undefined,
};

/** Every function; it is told its name. */
let invoke: jest.Mock<Promise<string>, [event: unknown, name: string]>;
let switches: jest.Mock<ReturnType<GatewayOptions['switches']>, [Call]>;
let failures: string[];
let server: Server;
let url: string;
beforeEach(async () => {
  invoke = jest.fn<Promise<string>, [unknown, string]>(async () => ok);
  switches = jest.fn<ReturnType<GatewayOptions['switches']>, [Call]>(async () =>
    fromFixed({ statusCode: 200, headers: {}, body: 'switched' }),
  );
  failures = [];
  server = await start();
  url = server.url;
});
afterEach(async () => server.close());

async function start(options: Partial<GatewayOptions> = {}): Promise<Server> {
  const answer = gateway({
    functions: new Map(
      ['startups', 'founders', 'jobs', 'status', 'feed'].map((name) => [
        name,
        { invoke: async (event) => invoke(event, name) },
      ]),
    ),
    site,
    switches,
    onFailure: (message) => failures.push(message),
    ...options,
  });
  return startServer(answer, 0, gatewayServerOptions);
}

/** What the functions are asked. The headers are lines as they go over the wire. */
async function eventOf(target: string, ...headers: readonly string[]) {
  const head = [`GET ${target} HTTP/1.1`, 'Host: local', 'Connection: close', ...headers];
  await exchange(url, `${head.join('\r\n')}\r\n\r\n`);
  return invoke.mock.calls[0];
}

test('a list is asked of its function by method, path and headers: in lower case, several values of one joined', async () => {
  const asked = await eventOf(
    '/v1/jobs?a=1',
    'X-Mixed-Case: 1',
    'If-None-Match: "a"',
    'If-None-Match: W/"b"',
    'Accept-Encoding: gzip, br;q=0.5',
  );

  const headers = {
    host: 'local',
    connection: 'close',
    'x-mixed-case': '1',
    'if-none-match': '"a",W/"b"',
    'accept-encoding': 'gzip, br;q=0.5',
  };
  const requestContext = { http: { method: 'GET', path: '/v1/jobs' } };
  expect(asked).toEqual([{ headers, requestContext }, 'jobs']);
});

describe('a function that answers with', () => {
  const answered = async (json: string) => {
    invoke.mockResolvedValue(json);
    return ask(`${url}/v1/jobs`);
  };

  test('status, headers and text', async () => {
    const headers = { 'X-One': '1' };
    const answer = await answered(JSON.stringify({ statusCode: 404, headers, body: 'größer' }));

    expect([answer.status, answer.body.toString()]).toEqual([404, 'größer']);
    expect(answer.headers).toMatchObject({ 'x-one': '1', 'content-length': '8' });
  });

  test('a body in base64 answers with bytes', async () => {
    const body = Buffer.from([0, 255, 128]);
    const answer = {
      statusCode: 200,
      headers: {},
      body: body.toString('base64'),
      isBase64Encoded: true,
    };

    expect((await answered(JSON.stringify(answer))).body).toEqual(body);
  });

  test.each([
    ['nothing', 'null'],
    ['no status', '{"headers":{},"body":"hello"}'],
    ['a body that is no text', '{"statusCode":200,"headers":{},"body":{}}'],
  ])('%s gives 500', async (_, json) => {
    const { status, headers, body } = await answered(json);

    expect(status).toBe(500);
    expect(headers).toMatchObject({
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    });
    expect(JSON.parse(body.toString())).toEqual(internalError);
  });
});

test('paths below /_local/ are for the switches', async () => {
  const answer = await ask(`${url}/_local/database/down`, { method: 'POST' });

  expect(answer.body.toString()).toBe('switched');
  expect(switches.mock.calls.map(([{ request }]) => [request.method, request.url])).toEqual([
    ['POST', '/_local/database/down'],
  ]);
});

test.each([
  [
    'fails',
    async () => Promise.reject(new FunctionFailed('jobs', 'crashed (1)')),
    'The function jobs crashed (1)',
  ],
  [
    'cannot be asked, for whatever reason',
    async () => Promise.reject(new TypeError('a bug')),
    'a bug',
  ],
])('a function that %s is a 500 that does not say why', async (_, failing, message) => {
  invoke.mockImplementation(failing);

  const answer = await ask(`${url}/v1/jobs`);

  expect(answer.status).toBe(500);
  expect(JSON.parse(answer.body.toString())).toEqual(internalError);
  expect(failures).toEqual([expect.stringContaining(message)]);
});

test('each page is served at its address, and not under the name of its file', async () => {
  expect((await ask(`${url}/`)).body.toString()).toBe('the page /index.html');
  expect((await ask(`${url}/docs`)).body.toString()).toBe('the page /docs.html');
  expect((await ask(`${url}/`, { method: 'HEAD' })).body).toHaveLength(0);
  expect((await ask(`${url}/index.html`)).status).toBe(404);
  expect((await ask(`${url}/docs.html`)).status).toBe(404);
  expect((await ask(`${url}/assets/page-of-before.js`)).status).toBe(404);
  expect(invoke).not.toHaveBeenCalled();
});

describe('a gateway that', () => {
  const unavailable = { status: 503, body: '{"message":"Service Unavailable"}' };

  async function answered(options: Partial<GatewayOptions>) {
    const other = await start(options);
    const { status, body } = await ask(`${other.url}/v1/jobs`);
    await other.close();
    return { status, body: body.toString() };
  }

  test('cannot reach its functions answers as API Gateway does', async () => {
    expect(await answered({ isDown: () => true })).toEqual(unavailable);
    expect(invoke).not.toHaveBeenCalled();
  });
});
