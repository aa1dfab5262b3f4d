/** The proxy itself: a test of the service that trusts it needs to know that it fails as it says. */

import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';

import { listen } from '../../local/endpoint/server.ts';
import { ask } from '../support/http/ask.ts';
import { signal, until } from '../support/time/until.ts';
import { FaultyProxy, type SocketFault, wholeAnswers } from './faulty-proxy.ts';

const BODY = 'hello '.repeat(5000);

let server: http.Server;
let proxy: FaultyProxy;
let asked: number;
beforeEach(async () => {
  asked = 0;
  server = http.createServer((_, response) => {
    asked += 1;
    response.writeHead(200, { 'Content-Length': BODY.length }).end(BODY);
  });
  proxy = await FaultyProxy.start(`http://127.0.0.1:${await listen(server, 0)}`);
});
afterEach(async () => {
  await proxy.close();
  server.close();
  server.closeAllConnections();
});

const agent = new http.Agent({ keepAlive: false });

test.each<SocketFault>(['up', 'slices', 'slow-close'])(
  '%s brings the whole answer',
  async (fault) => {
    proxy.set(fault);

    const { body } = await ask(proxy.url, { agent });

    expect(body.toString()).toBe(BODY);
    expect(proxy.accepted).toBe(1);
  },
);

test.each<[SocketFault, string]>([
  ['reset-before', 'ECONNRESET'],
  ['reset-middle', 'ECONNRESET'],
  ['reset-end', 'ECONNRESET'],
  ['cut', 'ECONNRESET'], // Node's word for a body that ends too early
])('%s brings no whole answer, though the server gave one', async (fault, code) => {
  proxy.set(fault);

  await expect(ask(proxy.url, { agent })).rejects.toMatchObject({ code });
  expect(asked).toBe(1);
});

test('unavailable resets connections, open and new, and keeps its port until it is up again', async () => {
  const { url } = proxy;
  const open = connect(Number(new URL(url).port), '127.0.0.1');
  await until(() => proxy.accepted === 1);
  const broken = once(open, 'error');
  proxy.set('unavailable');
  expect(await broken).toMatchObject([{ code: 'ECONNRESET' }]);
  await expect(ask(url, { agent })).rejects.toMatchObject({ code: 'ECONNRESET' });
  proxy.set('up');

  expect((await ask(url, { agent })).status).toBe(200);
});

test.each<SocketFault>(['half-open', 'latency', 'trickle'])(
  '%s holds a client until it goes away, and then nothing stays',
  async (fault) => {
    proxy.set(fault);
    const closed = signal();
    const request = http
      .get(proxy.url, { agent })
      .on('error', closed.tell)
      .on('close', closed.tell);
    await until(() => asked === 1);
    const whileItWaits = proxy.open;
    request.destroy();
    await closed.seen;
    await until(() => proxy.open === 0);

    expect(whileItWaits).toBeGreaterThan(0);
  },
);

test('answers are separated wherever their bytes are cut', async () => {
  const answers = [
    'HTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
    'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n',
  ];
  for (const size of [1, 2, 7, 1000]) {
    const found: string[] = [];
    for await (const answer of wholeAnswers(inPieces(answers.join(''), size))) {
      found.push(answer.toString());
    }

    expect(found).toEqual(answers);
  }
});

async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size));
}
