/** A TCP proxy on 127.0.0.1 between a client and an HTTP server, whose connections fail in a named way. */

import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';

import { listen } from '../../local/endpoint/server.ts';
import type { TestService } from '../support/service/service.ts';

/** What a connection does in each fault. */
export const socketFaults = {
  up: 'passes everything on',
  unavailable: 'is reset at once',
  'half-open': 'takes the request and never answers',
  latency: 'answers late',
  'reset-before': 'is reset before the answer',
  'reset-middle': 'is reset after half of the answer',
  'reset-end': 'is reset before the last byte',
  cut: 'ends regularly after half of the answer',
  slices: 'brings the answer in small pieces',
  trickle: 'brings one byte a second',
  'slow-close': "closes its side long after the client's",
} as const;

export type SocketFault = keyof typeof socketFaults;

const HOST = '127.0.0.1';
const LATENCY_MS = 1500;
const SLICE_BYTES = 1000;
const TRICKLE_MS = 1000;
const SLOW_CLOSE_MS = 2000;

export class FaultyProxy {
  readonly #targetPort: number;
  readonly #server: net.Server;
  readonly #sockets = new Set<Socket>();
  #port = 0;
  #fault: SocketFault = 'up';
  #nextWriteFault: SocketFault | undefined;
  #accepted = 0;

  static async start(targetUrl: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(Number(new URL(targetUrl).port));
    proxy.#port = await listen(proxy.#server, 0);
    return proxy;
  }

  private constructor(targetPort: number) {
    this.#targetPort = targetPort;
    // Half-open, so that it is the proxy that decides when its side closes.
    this.#server = net.createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
      this.#accepted += 1;
      if (this.#fault === 'unavailable') client.resetAndDestroy();
      else this.#serve(client, this.#fault);
    });
  }

  get url(): string {
    return `http://${HOST}:${this.#port}`;
  }

  /** Connections so far. */
  get accepted(): number {
    return this.#accepted;
  }

  /** Connections on both sides that are open now. */
  get open(): number {
    return this.#sockets.size;
  }

  /** For the connections from now on; those that there are keep theirs, except that `unavailable` breaks them. */
  set(fault: SocketFault): void {
    this.#fault = fault;
    if (fault === 'unavailable') this.#reset();
  }

  /** For the answer to the next PUT alone, on whatever connection it comes. */
  failNextWrite(fault: SocketFault): void {
    this.#nextWriteFault = fault;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#reset();
    await closed;
  }

  #reset(): void {
    for (const socket of this.#sockets) {
      // Node never closes the handle of one that is reset while its end is being sent, and then cannot exit.
      if (socket.writableEnded) socket.destroy();
      else socket.resetAndDestroy();
    }
  }

  #serve(client: Socket, fault: SocketFault): void {
    const target = this.#tracked(net.connect(this.#targetPort, HOST));
    const gone = new AbortController();
    this.#tracked(client).once('close', () => {
      gone.abort();
      target.destroy();
    });
    client.once('end', () => {
      const timer = setTimeout(() => client.end(), fault === 'slow-close' ? SLOW_CLOSE_MS : 0);
      client.once('close', () => {
        clearTimeout(timer);
      });
    });
    let faultNow = fault;
    client.on('data', (bytes) => {
      if (this.#nextWriteFault !== undefined && bytes.subarray(0, 4).toString() === 'PUT ') {
        faultNow = this.#nextWriteFault;
        this.#nextWriteFault = undefined;
      }
      target.write(bytes);
    });
    void passAnswersOn(target, client, () => faultNow, gone.signal);
  }

  /** A connection that breaks is what this is for: its error is of no interest. */
  #tracked(socket: Socket): Socket {
    this.#sockets.add(socket);
    return socket.on('error', () => {}).once('close', () => this.#sockets.delete(socket));
  }
}

async function passAnswersOn(
  target: Socket,
  client: Socket,
  faultNow: () => SocketFault,
  gone: AbortSignal,
): Promise<void> {
  try {
    for await (const answer of wholeAnswers(target)) {
      await deliver(client, answer, faultNow(), gone);
    }
    if (faultNow() !== 'half-open') client.destroySoon(); // not before all is delivered
  } catch {
    client.destroy(); // one side is gone
  }
}

/** Splits what an HTTP server sends into answers, all of which say how long they are. */
export async function* wholeAnswers(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = Buffer.alloc(0);
  for await (const chunk of stream) {
    bytes = Buffer.concat([bytes, chunk]);
    for (let length = lengthOf(bytes); length <= bytes.length; length = lengthOf(bytes)) {
      yield bytes.subarray(0, length);
      bytes = bytes.subarray(length);
    }
  }
}

/** Of the first answer; infinite while its head is not whole. */
function lengthOf(bytes: Buffer): number {
  const headLength = bytes.indexOf('\r\n\r\n');
  if (headLength === -1) return Infinity;
  const head = bytes.toString('latin1', 0, headLength);
  const body = /\r\ncontent-length: *(\d+)/iu.exec(head)?.[1] ?? '0';
  return headLength + 4 + Number(body);
}

/** Sends the answer in the manner of the fault. Rejects when the client goes away meanwhile. */
async function deliver(
  client: Socket,
  answer: Buffer,
  fault: SocketFault,
  gone: AbortSignal,
): Promise<void> {
  const half = answer.subarray(0, answer.length / 2);
  switch (fault) {
    case 'unavailable':
    case 'half-open':
      return;
    case 'reset-before':
      client.resetAndDestroy();
      return;
    case 'reset-middle':
      await send(client, half);
      client.resetAndDestroy();
      return;
    case 'reset-end':
      await send(client, answer.subarray(0, -1));
      client.resetAndDestroy();
      return;
    case 'cut':
      await send(client, half);
      client.end();
      return;
    case 'latency':
      await pause(LATENCY_MS, undefined, { signal: gone });
      return send(client, answer);
    case 'slices':
      return sendInPieces(client, answer, SLICE_BYTES, async () => turn());
    case 'trickle':
      return sendInPieces(client, answer, 1, async () =>
        pause(TRICKLE_MS, undefined, { signal: gone }),
      );
    case 'up':
    case 'slow-close':
      return send(client, answer);
  }
}

async function sendInPieces(
  client: Socket,
  bytes: Buffer,
  size: number,
  afterEach: () => Promise<void>,
): Promise<void> {
  for (let at = 0; at < bytes.length; at += size) {
    await send(client, bytes.subarray(at, at + size));
    await afterEach();
  }
}

async function send(client: Socket, bytes: Buffer): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    client.write(bytes, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

/** The proxies before a service's two servers: the Data API and the object store. */
export interface ServiceProxies {
  readonly database: FaultyProxy;
  readonly store: FaultyProxy;
  close(): Promise<void>;
}

/** `variables` are what else the functions get: they start again only once. */
export async function proxiesBefore(
  service: TestService,
  variables: Readonly<Record<string, string>> = {},
): Promise<ServiceProxies> {
  const database = await FaultyProxy.start(service.dataApi.url);
  const store = await FaultyProxy.start(service.objectStore.url);
  service.configure({
    AWS_ENDPOINT_URL_RDS_DATA: database.url,
    AWS_ENDPOINT_URL_S3: store.url,
    ...variables,
  });
  return {
    database,
    store,
    close: async () => {
      await Promise.all([database.close(), store.close()]);
    },
  };
}
