/** What a faulty connection does with a whole answer on its way to the client. */

import type { Socket } from 'node:net';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';

const LATENCY_MS = 1500;
const SLICE_BYTES = 1000;
const TRICKLE_MS = 1000;
const SLOW_CLOSE_MS = 2000;

/** Every fault by its name, with what it is. `up` is the healthy one. */
export const socketFaults = {
  up: 'passes everything on',
  away: 'is reset at once',
  'half-open': 'takes the request and never answers',
  latency: `answers ${LATENCY_MS} ms late`,
  'reset-before': 'is reset before the answer',
  'reset-middle': 'is reset after half of the answer',
  'reset-end': 'is reset before the last byte',
  cut: 'ends as if all were well after half of the answer',
  slices: `brings the answer in pieces of ${SLICE_BYTES} bytes`,
  trickle: `brings one byte in ${TRICKLE_MS} ms`,
  'slow-close': `closes its side ${SLOW_CLOSE_MS} ms after the client's`,
} as const;

export type SocketFault = keyof typeof socketFaults;

export const isSocketFault = (name: string): name is SocketFault =>
  Object.hasOwn(socketFaults, name);

/** How long the connection stays open after its client has closed it. */
export const closeDelayMs = (fault: SocketFault): number =>
  fault === 'slow-close' ? SLOW_CLOSE_MS : 0;

/** Sends the answer in the manner of the fault. Rejects when the client goes away meanwhile. */
export async function deliver(
  client: Socket,
  answer: Buffer,
  fault: SocketFault,
  gone: AbortSignal,
): Promise<void> {
  const half = answer.subarray(0, answer.length / 2);
  switch (fault) {
    case 'away':
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
      for (const slice of pieces(answer, SLICE_BYTES)) {
        await send(client, slice);
        await turn();
      }
      return;
    case 'trickle':
      for (const byte of pieces(answer, 1)) {
        await send(client, byte);
        await pause(TRICKLE_MS, undefined, { signal: gone });
      }
      return;
    case 'up':
    case 'slow-close':
      return send(client, answer);
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

function* pieces(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
