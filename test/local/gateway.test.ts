import { once } from 'node:events';
import { connect } from 'node:net';

import { allDirectories, directories } from '../../contract/directories.ts';
import { type Server, startServer } from '../../local/endpoint/server.ts';
import {
  fromFixed,
  gateway,
  type GatewayOptions,
  gatewayServerOptions,
  type RequestLine,
} from '../../local/gateway.ts';
import { FunctionFailed } from '../../local/runtime/environment.ts';
import type { Site } from '../../local/site.ts';
import { ask } from '../support/http/ask.ts';
import { signal } from '../support/time/until.ts';

const ok = JSON.stringify({
  statusCode: 200,
  headers: { 'Content-Type': 'text/plain' },
  body: 'hello',
});

const site: Site = {
  answer: async (file) =>
    file === '/index.html'
      ? { status: 200, headers: {}, body: Buffer.from('the page') }
      : undefined,
};

let invoke: jest.Mock<Promise<string>, [unknown]>;
let switches: jest.Mock<ReturnType<GatewayOptions['switches']>, [string, string]>;
let lines: RequestLine[];
let failures: string[];
/** Of the client of the newest call: aborted when it is gone. */
let client: AbortSignal;
let server: Server;
let url: string;
beforeEach(async () => {
  invoke = jest.fn<Promise<string>, [unknown]>(async () => ok);
  switches = jest.fn<ReturnType<GatewayOptions['switches']>, [string, string]>(async () =>
    fromFixed({ statusCode: 200, headers: {}, body: 'switched' }),
  );
  lines = [];
  failures = [];
  server = await start();
  url = server.url;
});
afterEach(async () => server.close());

async function start(options: Partial<GatewayOptions> = {}): Promise<Server> {
  const answer = gateway({
    functions: new Map(allDirectories.map((directory) => [directory, { invoke }])),
    status: { invoke },
    site,
    switches,
    onRequest: (line) => lines.push(line),
    onFailure: (message) => failures.push(message),
    ...options,
  });
  return startServer(
    async (call) => {
      client = call.signal;
      return answer(call);
    },
    0,
    gatewayServerOptions,
  );
}

test('a list is asked of its function, with an event', async () => {
  const answer = await ask(`${url}/v1/jobs?x=1`);

  expect([answer.status, answer.body.toString()]).toEqual([200, 'hello']);
  expect(answer.headers).toMatchObject({ 'content-type': 'text/plain', 'content-length': '5' });
  expect(invoke.mock.calls).toEqual([
    [expect.objectContaining({ version: '2.0', rawPath: '/v1/jobs' })],
  ]);
});

test('preflights, unknown paths and methods are answered without a function', async () => {
  const answers = await Promise.all([
    ask(`${url}/v1/unknown`),
    ask(`${url}/v1/jobs`, { method: 'POST', body: 'x' }),
    ask(`${url}/v1/jobs`, { method: 'OPTIONS' }),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([404, 405, 204]);
  expect(invoke).not.toHaveBeenCalled();
});

test('each answer is a line for the terminal', async () => {
  await ask(`${url}/v1/jobs?x=1`);
  await ask(`${url}/nowhere`, { method: 'DELETE' });

  expect(lines).toEqual([
    expect.objectContaining({ method: 'GET', path: '/v1/jobs' }),
    expect.objectContaining({ method: 'DELETE', path: '/nowhere' }),
  ]);
  expect(lines.map(({ answer }) => answer.status)).toEqual([200, 404]);
});

test('paths below /_local/ are for the switches', async () => {
  const answer = await ask(`${url}/_local/database/down`, { method: 'POST' });

  expect(answer.body.toString()).toBe('switched');
  expect(switches.mock.calls).toEqual([['POST', '/_local/database/down']]);
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
  expect(answer.headers).toMatchObject({
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
  });
  expect(JSON.parse(answer.body.toString())).toEqual({
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
    detail: 'The list could not be made; try again.',
  });
  expect(failures).toEqual([expect.stringContaining(message)]);
});

test('a switch that fails is a 500 as well', async () => {
  switches.mockRejectedValue(new Error('the store is unavailable'));

  const { status } = await ask(`${url}/_local/last-good/jobs`, { method: 'DELETE' });

  expect([status, failures]).toEqual([500, [expect.stringContaining('the store is unavailable')]]);
});

test('a body of 10 MiB is read, and one byte more is refused', async () => {
  const most = await ask(`${url}/v1/jobs`, { body: Buffer.alloc(10 * 1024 * 1024) });
  const more = await ask(`${url}/v1/jobs`, { body: Buffer.alloc(10 * 1024 * 1024 + 1) });

  expect([most.status, more.status]).toEqual([200, 413]);
  expect(more.headers['access-control-allow-origin']).toBe('*');
  expect(invoke).toHaveBeenCalledTimes(1);
});

test('a client that goes away before its answer does no harm, and is no failure', async () => {
  const asked = signal();
  const answered = signal();
  invoke.mockImplementationOnce(async () => {
    asked.tell();
    await answered.seen;
    return ok;
  });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('GET /v1/jobs HTTP/1.1\r\nHost: local\r\n\r\n');
  await asked.seen;
  const gone = once(client, 'abort');
  socket.resetAndDestroy();
  await gone;
  answered.tell();

  const next = await ask(`${url}/v1/jobs`);

  expect(next.status).toBe(200);
  expect([failures, lines.length]).toEqual([[], 1]);
});

test('an answer to HEAD and a 304 have no length', async () => {
  invoke.mockResolvedValue(JSON.stringify({ statusCode: 304 }));
  const notModified = await ask(`${url}${directories.jobs.path}`);
  invoke.mockResolvedValue(JSON.stringify({ statusCode: 200 }));
  const head = await ask(`${url}${directories.jobs.path}`, { method: 'HEAD' });

  expect([notModified.status, notModified.headers['content-length']]).toEqual([304, undefined]);
  expect([head.status, head.headers['content-length'], head.headers['transfer-encoding']]).toEqual([
    200,
    undefined,
    undefined,
  ]);
});

test('the page is served at the root, under the name of its file', async () => {
  expect((await ask(`${url}/`)).body.toString()).toBe('the page');
  expect((await ask(`${url}/`, { method: 'HEAD' })).body).toHaveLength(0);
  expect((await ask(`${url}/index.html`)).status).toBe(404);
  expect((await ask(`${url}/assets/page-of-before.js`)).status).toBe(404);
  expect(invoke).not.toHaveBeenCalled();
});

test('/status.json is asked of its function', async () => {
  await ask(`${url}/status.json`);

  expect(invoke).toHaveBeenCalledWith(expect.objectContaining({ rawPath: '/status.json' }));
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

  test('waits too long for a function gives up on it', async () => {
    invoke.mockReturnValue(new Promise(() => {}));

    expect(await answered({ timeoutMs: 1 })).toEqual(unavailable);
    expect(failures).toEqual([]);
  });
});
