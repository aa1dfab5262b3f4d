/** A directory service in one file, as the contract has it, in which a test can plant a fault: behind a socket, or without. */

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { allDirectories, type DirectoryName } from '../../contract/directories.ts';
import { answerWithoutList } from '../../contract/routing.ts';
import {
  corsHeaders,
  FRESH_SECONDS,
  header,
  LIST_CONTENT_TYPE,
  listCacheControl,
  securityHeaders,
} from '../../contract/http.ts';
import { type exchange, NoAnswer } from '../../tools/verify/exchange.ts';
import { type ServedLists, servedLists } from './records/records.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly directory: DirectoryName | undefined;
  readonly headers: http.IncomingHttpHeaders;
  /** How often this method and path were asked for before. */
  readonly before: number;
}

export interface Given {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Where the service departs from the contract. */
export interface Fault {
  /** Changes the lists before the first request. */
  readonly lists?: (lists: ServedLists) => void;
  /** Changes an answer, or with `'nothing'` closes the connection. */
  readonly answer?: (given: Given, asked: Asked) => void | 'nothing';
}

export interface ConformingServer {
  readonly url: string;
  close(): Promise<void>;
}

type Request = Pick<http.IncomingMessage, 'method' | 'url' | 'headers'>;

/** Answers one request; with `'nothing'` the connection is to be closed. */
function conformingService(
  fault: Fault,
): (request: Request) => readonly [Asked, Given | 'nothing'] {
  const lists = servedLists();
  fault.lists?.(lists);
  const readAt = new Date(Date.now() - 5000);
  const times = new Map<string, number>();
  return (request) => {
    const asked = read(request, times);
    const given = answer(asked, lists, readAt);
    return [asked, fault.answer?.(given, asked) ?? given];
  };
}

export async function conformingServer(fault: Fault = {}): Promise<ConformingServer> {
  const serve = conformingService(fault);
  const server = http.createServer((request, response) => {
    const [asked, given] = serve(request);
    if (given === 'nothing') request.socket.destroy();
    else send(given, asked, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** The same service without a network, at any address. */
export function conformingExchange(fault: Fault = {}): typeof exchange {
  const serve = conformingService(fault);
  return async ({ url, method, headers }) => {
    const path = url.pathname + url.search;
    const [, given] = serve({ method, url: path, headers: inLowerCase(headers) });
    if (given === 'nothing') {
      const why = 'the connection was closed before the answer was complete';
      throw new NoAnswer(`${method} ${url.pathname}`, why);
    }
    const { status, body } = given;
    const mayHaveBody = method !== 'HEAD' && status !== 204 && status !== 304;
    return {
      method,
      path,
      status,
      headers: inLowerCase(given.headers),
      body: mayHaveBody ? body : Buffer.alloc(0),
      hasBody: body.length > 0,
      receivedAt: new Date(),
      seconds: 0.001,
    };
  };
}

function inLowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function read(request: Request, times: Map<string, number>): Asked {
  const { method = '', url = '', headers } = request;
  const [path = '', query = ''] = url.split('?');
  const before = times.get(`${method} ${path}`) ?? 0;
  times.set(`${method} ${path}`, before + 1);
  const directory = allDirectories.find((known) => known.path === path)?.name;
  return { method, path, query, directory, headers, before };
}

function answer(asked: Asked, lists: ServedLists, readAt: Date): Given {
  const { directory, headers: ask } = asked;
  const withoutList = answerWithoutList(asked.method, asked.path);
  if (withoutList !== undefined || directory === undefined) {
    const { statusCode = 500, headers = {}, body = '' } = withoutList ?? {};
    return { status: statusCode, headers: { ...headers }, body: Buffer.from(body) };
  }

  const list = Buffer.from(JSON.stringify(lists[directory]));
  const { encoding, body } = encoded(list, ask['accept-encoding'] ?? '');
  const etag = `W/"${createHash('sha256').update(list).digest('base64url')}"`;
  const tags = (ask['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
  const isKnown = tags.some((tag) => tag === '*' || `W/${tag.replace(/^W\//u, '')}` === etag);
  const ageSeconds = Math.ceil((Date.now() - readAt.getTime()) / 1000);

  return {
    status: isKnown ? 304 : 200,
    headers: {
      [header.contentType]: LIST_CONTENT_TYPE,
      [header.cacheControl]: listCacheControl(FRESH_SECONDS - ageSeconds),
      [header.cachedAt]: readAt.toISOString(),
      [header.dataSource]: 'database',
      [header.etag]: etag,
      [header.vary]: header.acceptEncoding,
      ...(encoding === 'identity' ? {} : { [header.contentEncoding]: encoding }),
      ...corsHeaders,
      ...securityHeaders,
    },
    body: isKnown || asked.method === 'HEAD' ? Buffer.alloc(0) : body,
  };
}

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

function encoded(list: Buffer, accepted: string): { encoding: string; body: Buffer } {
  const takes = (name: string): boolean =>
    accepted.split(',').some((member) => member.trim() === name);
  if (takes('br')) return { encoding: 'br', body: brotliCompressSync(list, FAST) };
  if (takes('gzip')) return { encoding: 'gzip', body: gzipSync(list) };
  return { encoding: 'identity', body: list };
}

/** Writes the bytes itself: `node:http` would hold back a body where HTTP has none. */
function send(given: Given, asked: Asked, response: http.ServerResponse): void {
  const { status, headers, body } = given;
  const hasLength = status !== 204 && status !== 304 && asked.method !== 'HEAD';
  const lines = Object.entries({
    ...headers,
    ...(hasLength ? { 'Content-Length': String(body.length) } : {}),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  response.socket?.end(
    Buffer.concat([Buffer.from(`HTTP/1.1 ${status} -\r\n${lines.join('')}\r\n`), body]),
  );
}
