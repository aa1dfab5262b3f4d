/** Long lists, made of records without a service: how many bytes they are, and how long one may be. */

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { REFRESH_MS } from '../contract/limits.ts';
import { Bodies, type Coding } from '../lambda/directory/bodies.ts';
import { largestThatFits } from './figures.ts';

/** In bytes. */
export interface LongBytes {
  readonly list: number;
  /** To the first visitor; absent where it does not fit. */
  readonly brotli: number | undefined;
  readonly gzip: number;
}

export async function longBytesOf(records: readonly string[]): Promise<LongBytes> {
  const list = listOf(records, records.length);
  const base64 = await new Bodies(list).of('br');
  return {
    list: list.length,
    brotli: base64 === undefined ? undefined : Buffer.byteLength(base64, 'base64'),
    gzip: (await promisify(gzip)(list)).length,
  };
}

/** In startups. */
export interface LargestLists {
  readonly identity: number;
  /** With brotli, to the first visitor who asks for it. */
  readonly first: number;
  /** Of processor, that this visitor waits for its compression. */
  readonly firstSeconds: number;
  /** With brotli, after a refresh that had all of its time for it. The largest that was tried in the time. */
  readonly refreshed: number;
}

/** @param seconds - for each that is compressed: what is under way then is ended, and it is the largest that was tried. */
export async function largestLists(
  records: readonly string[],
  seconds: number,
): Promise<LargestLists> {
  const to = records.length;
  const isOverAfter = (): (() => boolean) => {
    const endsAt = performance.now() + seconds * 1000;
    return () => performance.now() > endsAt;
  };
  const fits = (coding: Coding) => async (count: number) =>
    (await new Bodies(listOf(records, count)).of(coding)) !== undefined;
  const fitsRefreshed = async (count: number): Promise<boolean> => {
    const bodies = new Bodies(listOf(records, count));
    await bodies.makeSmallest(REFRESH_MS);
    return (await bodies.of('br')) !== undefined;
  };
  let firstSeconds = 0;
  const fitsFirst = async (count: number): Promise<boolean> => {
    const before = process.cpuUsage();
    const isFitting = await fits('br')(count);
    const { user, system } = process.cpuUsage(before);
    if (isFitting) firstSeconds = (user + system) / 1e6;
    return isFitting;
  };
  const search = { to, tolerance: 100 };
  const identity = await largestThatFits(fits('identity'), { ...search, from: 0 });
  const first = await largestThatFits(fitsFirst, { ...search, from: identity }, isOverAfter());
  const refreshed = await largestThatFits(fitsRefreshed, { ...search, from: first }, isOverAfter());
  return { identity, first, firstSeconds, refreshed };
}

function listOf(records: readonly string[], count: number): Buffer {
  return Buffer.from(`[${records.slice(0, count).join(',')}]`);
}
