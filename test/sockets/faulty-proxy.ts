/** A TCP proxy on 127.0.0.1 between a client and an HTTP server, whose connections fail in a named way. */

import { once } from 'node:events';
import net, { type Socket } from 'node:net';

import { listen } from '../../local/listen.ts';
import { closeDelayMs, deliver, type SocketFault } from './socket-fault.ts';
import { wholeAnswers } from './whole-answers.ts';

const HOST = '127.0.0.1';

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
      if (this.#fault === 'away') client.resetAndDestroy();
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

  /** For the connections from now on; those that there are keep theirs, but for `away`, which breaks them. */
  set(fault: SocketFault): void {
    this.#fault = fault;
    if (fault === 'away') this.#reset();
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
    const target = this.#kept(net.connect(this.#targetPort, HOST));
    const gone = new AbortController();
    this.#kept(client).once('close', () => {
      gone.abort();
      target.destroy();
    });
    client.once('end', () => {
      setTimeout(() => client.end(), closeDelayMs(fault));
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
  #kept(socket: Socket): Socket {
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
