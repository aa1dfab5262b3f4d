/** The edge as a server; the switches of the local service pass through it. */

import http from 'node:http';

import { lengthOf, type RequestLine, SWITCHES_PATH } from '../gateway.ts';
import { targetOf } from '../http-api.ts';
import type { Edge } from './edge.ts';

export interface EdgeServerOptions {
  readonly edge: Edge;
  readonly gatewayUrl: string;
  readonly onRequest: (line: RequestLine) => void;
}

export function createEdgeServer(options: EdgeServerOptions): http.Server {
  return http.createServer((request, response) => {
    if (targetOf(request).path.startsWith(SWITCHES_PATH)) {
      passThrough(options.gatewayUrl, request, response);
    } else {
      serve(options, request, response).catch(() => {
        response.destroy();
      });
    }
  });
}

async function serve(
  { edge, onRequest }: EdgeServerOptions,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const startedAt = performance.now();
  const { method, path } = targetOf(request);
  const { 'content-length': length = '0', 'transfer-encoding': chunked, origin } = request.headers;
  request.resume(); // a body is of no interest, but must be read
  const answer = await edge.answer({
    method,
    path,
    acceptEncoding: request.headers['accept-encoding'] ?? '',
    ifNoneMatch: request.headers['if-none-match'] ?? '',
    origin: origin ?? '',
    hasBody: length !== '0' || chunked !== undefined,
  });
  if (response.destroyed) return; // nobody listens any more
  response.writeHead(answer.statusCode, { ...answer.headers, ...lengthOf(answer) });
  response.end(answer.body);
  onRequest({ method, path, answer, milliseconds: performance.now() - startedAt });
}

function passThrough(
  gatewayUrl: string,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): void {
  const { headers } = request;
  const { method, path } = targetOf(request); // no switch has a query
  const onward = http.request(`${gatewayUrl}${path}`, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.once('error', () => {
    response.destroy();
  });
  request.pipe(onward);
}
