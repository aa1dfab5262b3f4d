import http from 'node:http';
import { buffer } from 'node:stream/consumers';

import type { HttpAnswer } from '../http-api.ts';

/** Not of the answer but of the connection (RFC 9110, section 7.6.1), or made anew for the next one. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

/** One GET, as it comes: nothing is followed or unpacked. Rejects where there is no whole answer in time. */
export async function askOrigin(
  url: string,
  headers: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<HttpAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(url, { headers, signal, agent: false }, resolve).once('error', reject);
  });
  return {
    statusCode: response.statusCode ?? 0,
    headers: Object.fromEntries(
      Object.entries(response.headersDistinct)
        .filter(([name]) => !HOP_BY_HOP.has(name))
        .map(([name, values = []]) => [name, values.join(', ')]),
    ),
    body: await buffer(response),
  };
}
