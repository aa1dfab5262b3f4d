/** An HTTP server on 127.0.0.1, for the service and the stand-ins for AWS services. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

import type { FixedAnswer } from '../contract/http.ts';
import { errorMessage } from '../lambda/aws/errors.ts';

export interface HttpRequest {
  readonly method: string;
  /** Path without the query string. */
  readonly path: string;
  /** Values by lower-case name. If a header occurs several times, its values are joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A request that a server has received. */
export interface Call extends HttpRequest {
  /** Path and query string. */
  readonly target: string;
  readonly body: Buffer;
  /** Aborted when the response is complete or the client disconnects. */
  readonly signal: AbortSignal;
}

export type HttpAnswer = Omit<FixedAnswer, 'body'> & { readonly body: string | Uint8Array };

/** An answer, or `reset` if the server resets the connection. */
export type Outcome = HttpAnswer | 'reset';

export type Listener = (call: Call) => Outcome | Promise<Outcome>;

export type Server = Awaited<ReturnType<typeof startServer>>;

const HOST = '127.0.0.1';

/**
 * Timeout of an idle connection. It is long, so that the server does not close a connection that an AWS SDK is about to use
 * again.
 */
const KEEP_ALIVE_MS = 75_000;

/** Starts a server. Rejects if the port cannot be used. @param port - 0 for any free port. */
export async function startServer(answer: Listener, port = 0) {
  const http = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    void respond(answer, request, response);
  });
  try {
    await once(http.listen(port, HOST), 'listening');
  } catch (cause) {
    const message = `Cannot use port ${port} (${errorMessage(cause)}). Choose another with --port.`;
    throw new Error(message, { cause });
  }
  const address = http.address();
  const taken = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${HOST}:${taken}`,
    async close() {
      http.close();
      http.closeAllConnections();
      await once(http, 'close');
    },
  };
}

async function respond(answer: Listener, request: IncomingMessage, response: ServerResponse) {
  const gone = new AbortController();
  response.once('close', () => {
    gone.abort(new Error('the client disconnected'));
  });
  const outcome = await callOf(request, gone.signal)
    .then(answer)
    .catch((error: unknown) => {
      // Unless the client has disconnected, the error is a bug. Print it, but do not send it to the client.
      if (!gone.signal.aborted && request.complete) console.error(error);
      return 'reset' as const;
    });
  if (outcome === 'reset') request.socket.resetAndDestroy();
  else if (!response.destroyed) {
    response.statusCode = outcome.statusCode;
    response.setHeaders(new Map(Object.entries(outcome.headers)));
    response.end(outcome.body); // Node adds Content-Length, and omits the body for HEAD
  }
}

async function callOf(request: IncomingMessage, signal: AbortSignal): Promise<Call> {
  const { method = '', url: target = '' } = request;
  const path = target.replace(/\?.*/u, '');
  const fields = Object.entries(request.headersDistinct);
  const headers = Object.fromEntries(fields.map(([name, values = []]) => [name, values.join(',')]));
  return { method, path, target, headers, body: await buffer(request), signal };
}
