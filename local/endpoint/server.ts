/** An HTTP server on 127.0.0.1 that can also be away and break connections. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { listen } from '../listen.ts';
import { BodyTooLargeError, type Call, type Outcome, type Reply } from './reply.ts';

/** Longer than any client of ours keeps an idle connection, so that none is closed under a call. */
const KEEP_ALIVE_MS = 75_000;

export interface Server {
  readonly url: string;
  /**
   * Resets every connection, open or new; resolves when the open ones are gone. It keeps listening: a port that is
   * given up may be another's next.
   */
  refuse(): Promise<void>;
  accept(): void;
  close(): Promise<void>;
}

/** @param port - 0 for any free one. */
export async function startServer(
  answer: (call: Call) => Promise<Outcome>,
  port = 0,
): Promise<Server> {
  const http = createServer((request, response) => {
    void respond(answer, request, response);
  });
  http.keepAliveTimeout = KEEP_ALIVE_MS;

  const sockets = new Set<Socket>();
  let refuses = false;
  http.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (refuses) socket.resetAndDestroy();
  });

  return {
    url: `http://127.0.0.1:${await listen(http, port)}`,
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

async function reset(socket: Socket): Promise<void> {
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
    // A bug of ours: nobody else is told than the terminal.
    if (!gone.signal.aborted && request.complete) console.error(error);
    return 'reset' as const;
  });
  if (outcome === 'reset') response.destroy();
  else response.writeHead(outcome.status, withLength(outcome)).end(outcome.body);
}

/** A reply may give the length of a body that it leaves out, as the answer to HEAD does. */
function withLength({ status, headers, body }: Reply): Record<string, string> {
  const hasNoBody = status === 204 || status === 304; // RFC 9110, section 8.6
  return hasNoBody
    ? { ...headers }
    : { 'content-length': String(Buffer.byteLength(body)), ...headers };
}

async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Read on to the end: a client that is still sending would not hear an answer.
    if (bytes <= maxBytes) chunks.push(chunk);
  }
  if (bytes > maxBytes) throw new BodyTooLargeError(maxBytes);
  return Buffer.concat(chunks);
}
