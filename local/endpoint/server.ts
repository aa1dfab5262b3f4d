/**
 * HTTP on 127.0.0.1: the one server under the service, its stand-ins for AWS and the Runtime API of its functions. It can
 * also refuse and reset connections.
 */

import {
  createServer,
  type IncomingMessage,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import net from 'node:net';

/** One request, as it arrived. */
export interface Call {
  readonly request: IncomingMessage;
  /** Aborted when the client is gone before its answer. */
  readonly signal: AbortSignal;
  /** The whole body. @throws BodyTooLargeError */
  body(maxBytes: number): Promise<Buffer>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** `reset`: the connection breaks. */
export type Outcome = Reply | 'reset';

export interface Server {
  readonly url: string;
  /**
   * Resets every connection, open or new; resolves when the open ones are gone. It keeps listening: another program may
   * take a port that is given up.
   */
  refuse(): Promise<void>;
  accept(): void;
  close(): Promise<void>;
}

export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';

  constructor(maxBytes: number) {
    super(`The request body is larger than ${maxBytes} bytes`);
  }
}

const HOST = '127.0.0.1';

/** Longer than any AWS SDK keeps an idle connection, so that none is closed under a call. */
const KEEP_ALIVE_MS = 75_000;

/** @param port - 0 for any free one, or what `takePort` made. */
export async function startServer(
  answer: (call: Call) => Promise<Outcome>,
  port: number | net.Server = 0,
  options: Pick<ServerOptions, 'keepAliveTimeout' | 'maxHeaderSize'> = {},
): Promise<Server> {
  const http = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, ...options },
    (request, response) => {
      void respond(answer, request, response);
    },
  );
  const sockets = new Set<net.Socket>();
  let refuses = false;
  http.on('connection', (socket: net.Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (refuses) socket.resetAndDestroy();
  });

  return {
    url: `http://${HOST}:${await listen(http, port)}`,
    async refuse() {
      refuses = true;
      await Promise.all([...sockets].map(reset));
    },
    accept() {
      refuses = false;
    },
    close: () =>
      new Promise((resolve) => {
        http.close(() => {
          resolve();
        });
        http.closeAllConnections();
      }),
  };
}

/**
 * Starts a server on 127.0.0.1 and resolves to its port. Port 0 takes any free one; a taken port rejects.
 *
 * @param port - or what `takePort` made, which hands its port over without giving it up.
 */
export async function listen(server: net.Server, port: number | net.Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const which = typeof port === 'number' ? port : portOf(port);
      reject(new Error(`Port ${which} of ${HOST} cannot be used: ${reasonOf(error)}`));
    });
    server.once('listening', () => {
      resolve(portOf(server));
    });
    if (typeof port === 'number') server.listen(port, HOST);
    else server.listen(port);
  });
}

/** Takes a port for a server that is made later. Until that one listens, every connection is reset. */
export async function takePort(port: number): Promise<net.Server> {
  const taken = net.createServer((socket) => {
    socket.resetAndDestroy();
  });
  await listen(taken, port);
  return taken;
}

function portOf(server: net.Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function reasonOf(error: Error): string {
  return 'code' in error && error.code === 'EADDRINUSE'
    ? 'another program uses it; choose one with --port'
    : error.message;
}

async function reset(socket: net.Socket): Promise<void> {
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.resetAndDestroy();
  await closed;
}

async function respond(
  answer: (call: Call) => Promise<Outcome>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(new Error('the client is gone'));
  });
  const call = { request, signal: gone.signal, body: (max: number) => readBody(request, max) };

  const outcome = await answer(call).catch((error: unknown) => {
    // A bug of ours: it is shown at the terminal only.
    if (!gone.signal.aborted && request.complete) console.error(error);
    return 'reset' as const;
  });
  if (outcome === 'reset') response.destroy();
  else if (!response.destroyed) {
    response
      .writeHead(outcome.status, { ...outcome.headers, ...lengthOf(request, outcome) })
      .end(outcome.body);
  }
}

async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Read on to the end: a client that is still sending would not read an answer.
    if (bytes <= maxBytes) chunks.push(chunk);
  }
  if (bytes > maxBytes) throw new BodyTooLargeError(maxBytes);
  return Buffer.concat(chunks);
}

/** None for a 204 or 304 (RFC 9110, section 8.6), nor for a HEAD without a body: that answer may name its own length. */
function lengthOf(
  { method }: IncomingMessage,
  { status, body }: Reply,
): Readonly<Record<string, string>> {
  const hasNone = status === 204 || status === 304 || (method === 'HEAD' && body.length === 0);
  return hasNone ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
}
