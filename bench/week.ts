/**
 * A week of one list behind the edge, in steps of half a minute: visitors, edits, refreshes and processes that come and go.
 * Counts how many answers have the smallest body that there is.
 */

import { brotliDecompressSync } from 'node:zlib';

import type { Row } from '../lambda/aws/data-api.ts';
import type { Copy } from '../lambda/aws/last-good.ts';
import { directories } from '../contract/directories.ts';
import { header, MEMORY_SECONDS } from '../contract/http.ts';
import { directoryAnswers } from '../lambda/directory/answer.ts';
import { brotli } from './answers.ts';

const STEP_MINUTES = 0.5;
const WEEK_MINUTES = 7 * 24 * 60;

/** As in production (`lib/stages.ts`). */
const REFRESH_EVERY_MINUTES = 15;

/** On average. */
const VISITOR_EVERY_MINUTES = 1;
const EDIT_EVERY_MINUTES = 240;

/** Assumed: Lambda does not say for how long it keeps a process. */
const PROCESS_LIVES_MINUTES = 120;

const request = { method: 'GET', acceptEncoding: 'br', ifNoneMatch: '' };

/**
 * @param edited - the records after so many edits.
 * @param random - numbers from 0 to 1.
 */
export async function simulateWeek(
  edited: (edits: number) => readonly { readonly id: string }[],
  random: () => number,
) {
  let now = Date.parse('2026-11-16T00:00:00.000Z');
  let edits = 0;
  let copy: Copy = { state: 'absent' };
  const newProcess = () =>
    directoryAnswers(directories.startups, {
      clock: { now: () => now, elapsed: () => now, schedule: () => () => {} },
      database: {
        execute: () => () => Promise.resolve(rowsOf(edited(edits))),
        inTransaction: () => Promise.reject(new Error('the list fits a page')),
        closeConnections() {},
      },
      lastGood: {
        read: () => Promise.resolve(copy),
        write(_, snapshot) {
          copy = { state: 'found', snapshot, etag: '' };
          return Promise.resolve({ state: 'written' });
        },
        closeConnections() {},
      },
      memoryMs: MEMORY_SECONDS * 1000,
    });
  let process = newProcess();

  /** Of each list, by its ETag. */
  const smallestBytes = new Map<string, number>();
  const atTheEdge = { isSmallest: false, until: 0 };
  const week = { answers: 0, smallestAnswers: 0, misses: 0, smallestMisses: 0 };
  const miss = async (): Promise<void> => {
    const { headers, body: base64 } = (await process(request)).response;
    const body = Buffer.from(base64, 'base64');
    const etag = headers[header.etag] ?? '';
    const smallest = smallestBytes.get(etag) ?? brotli(brotliDecompressSync(body), 11).length;
    smallestBytes.set(etag, smallest);
    const [, maxAge] = /max-age=(\d+)/u.exec(headers[header.cacheControl] ?? '') ?? [];
    Object.assign(atTheEdge, {
      isSmallest: body.length === smallest,
      until: now + Number(maxAge) * 1000,
    });
    week.misses += 1;
    week.smallestMisses += Number(atTheEdge.isSmallest);
  };

  const happens = (everyMinutes: number): boolean => random() < STEP_MINUTES / everyMinutes;
  for (let minute = 0; minute < WEEK_MINUTES; minute += STEP_MINUTES) {
    if (minute % REFRESH_EVERY_MINUTES === 0) await process(request, { acceptDrop: false });
    if (happens(EDIT_EVERY_MINUTES)) edits += 1;
    if (happens(PROCESS_LIVES_MINUTES)) process = newProcess();
    if (happens(VISITOR_EVERY_MINUTES)) {
      if (now >= atTheEdge.until) await miss();
      week.answers += 1;
      week.smallestAnswers += Number(atTheEdge.isSmallest);
    }
    now += STEP_MINUTES * 60_000;
  }
  return { ...week, edits };
}

/** As the statement of a page gives them (`lambda/directory/read.ts`). */
function rowsOf(records: readonly { readonly id: string }[]): readonly Row[] {
  return [
    ...records.map((record) => [record.id, 1, 1, JSON.stringify(record), null]),
    [null, null, null, '1:1:', true],
  ];
}
