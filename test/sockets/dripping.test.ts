/** Answers of the database and of the store that arrive byte by byte. The SDK reads a body to its end, however long that takes. */

import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

import { TestService } from '../support/service/service.ts';
import { describeInCi } from '../support/run/programs.ts';
import { until } from '../support/time/until.ts';

/** Promised where there is a copy. */
const LONGEST_ANSWER_MS = 4000;
const DRIP_MS = 100;

/** A TCP proxy that can pass on an answer's head at once and its body in drips. */
class Proxy {
  readonly #sockets = new Set<Socket>();
  readonly #server: net.Server;
  isDripping = false;
  accepted = 0;
  url = '';

  constructor(target: string) {
    const port = Number(new URL(target).port);
    this.#server = net.createServer((client) => {
      this.accepted += 1;
      const upstream = net.connect(port, '127.0.0.1');
      for (const [socket, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        this.#sockets.add(socket);
        socket
          .on('error', () => undefined)
          .once('close', () => {
            this.#sockets.delete(socket);
            other.destroy();
          });
      }
      client.pipe(upstream);
      if (this.isDripping) drip(upstream, client);
      else upstream.pipe(client);
    });
  }

  /** Connections on both sides. */
  get open(): number {
    return this.#sockets.size;
  }

  async start(): Promise<this> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    const { port } = this.#server.address() as AddressInfo;
    this.url = `http://127.0.0.1:${port}`;
    return this;
  }

  async close(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }
}

function drip(from: Socket, to: Socket): void {
  let bytes = Buffer.alloc(0);
  let sent = 0;
  from.on('data', (part: Buffer) => (bytes = Buffer.concat([bytes, part])));
  const timer = setInterval(() => {
    const headEnd = bytes.indexOf('\r\n\r\n') + 4;
    const end = Math.min(Math.max(sent + 1, headEnd), bytes.length);
    to.write(bytes.subarray(sent, end));
    sent = end;
  }, DRIP_MS);
  to.once('close', () => {
    clearInterval(timer);
  });
}

describeInCi('answers that arrive byte by byte')('an answer that arrives byte by byte', () => {
  let service: TestService;
  let database: Proxy;
  let store: Proxy;
  beforeAll(async () => {
    service = await TestService.start({ startups: 12, deployedLimits: 'both' });
    database = await new Proxy(service.dataApi.url).start();
    store = await new Proxy(service.objectStore.url).start();
    service.configure({
      AWS_ENDPOINT_URL_RDS_DATA: database.url,
      AWS_ENDPOINT_URL_S3: store.url,
    });
    await service.getKept('startups');
  });
  afterEach(() => {
    database.isDripping = false;
    store.isDripping = false;
  });
  afterAll(async () => {
    await service.close();
    await Promise.all([database.close(), store.close()]);
  });

  test.each([
    { name: 'the database', proxy: () => database, source: 'last-good' },
    { name: 'the store', proxy: () => store, source: 'database' },
  ])('while $name drips, the list comes in time from the other', async ({ proxy, source }) => {
    proxy().isDripping = true;

    const { status, headers } = await service.get('startups');

    expect([status, headers['x-data-source']]).toEqual([200, source]);
    expect(service.logs.last?.milliseconds).toBeLessThan(LONGEST_ANSWER_MS);
  });

  test('no connection outlives its answer', async () => {
    database.isDripping = true;
    await service.get('startups');
    await until(() => database.open === 0 && store.open === 0);

    expect(database.accepted).toBeGreaterThan(0);
  });
});
