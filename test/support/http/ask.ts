/** One HTTP request as it is, and its answer as it came: nothing is followed, added or unpacked. */

import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Node's own where there is none. */
  readonly agent?: http.Agent;
}

export interface Answer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** As it came, perhaps compressed. */
  readonly body: Buffer;
}

export async function ask(url: string, question: Question = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body, agent } = question;
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const options = { method, headers: { ...length, ...headers }, ...(agent && { agent }) };
    const request = http.request(url, options, resolve);
    request.once('error', reject).end(body);
  });
  return {
    status: answer.statusCode ?? 0,
    headers: Object.fromEntries(
      Object.entries(answer.headersDistinct).map(([name, values]) => [name, String(values)]),
    ),
    body: await buffer(answer),
  };
}

/** The body without its content coding. */
export function plainBody({ headers, body }: Answer): Buffer {
  const coding = headers['content-encoding'];
  if (coding === 'br') return brotliDecompressSync(body);
  return coding === 'gzip' ? gunzipSync(body) : body;
}

export type ServedRecord = Readonly<Record<string, unknown>>;

/** The list of a 200. */
export function recordsOf(answer: Answer): readonly ServedRecord[] {
  return JSON.parse(plainBody(answer).toString()) as readonly ServedRecord[];
}
