/**
 * A week of one list behind the edge, in virtual time: visitors, edits, refreshes and processes that come and go. Counts
 * how many answers have the smallest body that there is.
 */

import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

import type { Copy, LastGood } from '../aws/last-good.ts';
import type { Row } from '../aws/data-api.ts';
import { directories } from '../contract/directories.ts';
import { MEMORY_SECONDS } from '../contract/http.ts';
import { directoryAnswers } from '../lambda/directory/answer.ts';
import { Edge } from '../local/cloudfront/edge.ts';
import { startServer } from '../local/endpoint/server.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** As in production (`lib/stages.ts`). */
const REFRESH_EVERY_MS = 15 * MINUTE_MS;

/** Assumed: Lambda does not say for how long it keeps a process. */
const PROCESS_LIVES_MS = 2 * HOUR_MS;
const VISITOR_EVERY_MS = MINUTE_MS;
const EDIT_EVERY_MS = 4 * HOUR_MS;

const request = { method: 'GET', acceptEncoding: 'br', ifNoneMatch: '' };
const visit = { ...request, origin: '', hasBody: false };

export interface Week {
  /** What the edge sent, and how much of that was the smallest. */
  readonly answers: number;
  readonly smallestAnswers: number;
  /** What the functions sent to it. */
  readonly misses: number;
  readonly smallestMisses: number;
}

/**
 * @param edited - the records after so many edits.
 * @param random - numbers from 0 to 1.
 */
export async function simulateWeek(
  edited: (edits: number) => readonly { readonly id: string }[],
  random: () => number,
): Promise<Week> {
  let now = Date.parse('2026-11-16T00:00:00.000Z');
  const clock = { now: () => now, elapsed: () => now, schedule: () => () => {} };
  const list = directories.startups;
  let records = edited(0);
  let copy: Copy = { state: 'absent' };

  const database = {
    execute: () => () => Promise.resolve(rowsOf(records)),
    inTransaction: () => Promise.reject(new Error('the list fits a page')),
    closeConnections() {},
  };
  const lastGood: LastGood = {
    read: () => Promise.resolve(copy),
    write(_, snapshot) {
      copy = { state: 'found', snapshot, etag: '' };
      return Promise.resolve({ state: 'written' });
    },
    closeConnections() {},
  };
  const newProcess = () =>
    directoryAnswers(list, { clock, database, lastGood, memoryMs: MEMORY_SECONDS * SECOND_MS });
  let process = newProcess();

  /** Of each list, by its ETag. */
  const smallestBytes = new Map<string, number>();
  const isSmallest = ({ etag = '' }: Readonly<Record<string, string>>, body: Buffer): boolean => {
    const bytes = smallestBytes.get(etag) ?? smallest(brotliDecompressSync(body)).length;
    smallestBytes.set(etag, bytes);
    return body.length === bytes;
  };

  let misses = 0;
  let smallestMisses = 0;
  const service = await startServer(async () => {
    const { response } = await process(request);
    const body = Buffer.from(response.body, 'base64');
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    misses += 1;
    smallestMisses += Number(isSmallest(headers, body));
    return { status: response.statusCode, headers, body };
  });
  const site = { answer: () => Promise.resolve(undefined) };
  const edge = new Edge({ service: service.url, store: service.url, site }, clock.now);

  let answers = 0;
  let smallestAnswers = 0;
  const events: readonly Event[] = [
    ...regularly(REFRESH_EVERY_MS, async () => process(request, { acceptDrop: false })),
    ...atRandom(EDIT_EVERY_MS, random, (edits) => {
      records = edited(edits);
    }),
    ...atRandom(PROCESS_LIVES_MS, random, () => {
      process = newProcess();
    }),
    ...atRandom(VISITOR_EVERY_MS, random, async () => {
      const { headers, body } = await edge.answer({ ...visit, path: list.path });
      answers += 1;
      smallestAnswers += Number(isSmallest(headers, body));
    }),
  ];
  const start = now;
  try {
    for (const { at, happens } of events.toSorted((one, other) => one.at - other.at)) {
      now = start + at;
      await happens();
    }
  } finally {
    await service.close();
  }
  return { answers, smallestAnswers, misses, smallestMisses };
}

interface Event {
  /** In milliseconds after the start of the week. */
  readonly at: number;
  readonly happens: () => unknown;
}

function regularly(everyMs: number, happens: () => unknown): readonly Event[] {
  return Array.from({ length: WEEK_MS / everyMs }, (_, nth) => ({ at: nth * everyMs, happens }));
}

/** Independently of each other, so often on average. */
function atRandom(
  everyMs: number,
  random: () => number,
  happens: (nth: number) => unknown,
): readonly Event[] {
  return Array.from({ length: WEEK_MS / everyMs }, (_, nth) => ({
    at: random() * WEEK_MS,
    happens: () => happens(nth + 1),
  }));
}

/** As the statement of a page gives them (`lambda/directory/read.ts`). */
function rowsOf(records: readonly { readonly id: string }[]): readonly Row[] {
  return [
    ...records.map((record) => [record.id, 1, 1, JSON.stringify(record), null]),
    [null, null, null, '1:1:', true],
  ];
}

function smallest(list: Buffer): Buffer {
  const params = {
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: list.length,
  };
  return brotliCompressSync(list, { params }); // at level 11, unless another is asked for
}
