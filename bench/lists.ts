/** Long lists, made of records without a service: how many bytes they are, and how long one may be. */

import { gzipSync } from 'node:zlib';

import { REFRESH_MS } from '../contract/limits.ts';
import { Bodies } from '../lambda/directory/bodies.ts';

/** The largest ones that fit, each in startups. */
export interface LargestLists {
  readonly identity: number;
  /** With brotli, to the first visitor who asks for it. */
  readonly first: number;
  /** Of processor, that this visitor waits for its compression. */
  readonly firstSeconds: number;
  /** With brotli, after a refresh that had all of its time for it. The largest that was tried in the time. */
  readonly refreshed: number;
}

export interface LongList {
  readonly startups: number;
  /** With brotli to the first visitor; absent where it does not fit. */
  readonly bytes: {
    readonly list: number;
    readonly brotli: number | undefined;
    readonly gzip: number;
  };
  readonly largest: LargestLists;
}

/**
 * @param records - as JSON, more than fit.
 * @param startups - of the list whose bytes are counted.
 * @param seconds - for each largest list that is compressed: what is under way then is ended.
 */
export async function longListOf(
  records: readonly string[],
  startups: number,
  seconds: number,
): Promise<LongList> {
  const list = listOf(records, startups);
  const base64 = await new Bodies(list).of('br');
  const brotli = base64 === undefined ? undefined : Buffer.byteLength(base64, 'base64');
  const bytes = { list: list.length, brotli, gzip: gzipSync(list).length };
  return { startups, bytes, largest: await largestLists(records, seconds) };
}

async function largestLists(records: readonly string[], seconds: number): Promise<LargestLists> {
  const isOverAfter = (): (() => boolean) => {
    const endsAt = performance.now() + seconds * 1000;
    return () => performance.now() > endsAt;
  };
  const bodiesOf = (count: number): Bodies => new Bodies(listOf(records, count));
  const fits = async (count: number): Promise<boolean> =>
    (await bodiesOf(count).of('identity')) !== undefined;
  let firstSeconds = 0;
  const fitsFirst = async (count: number): Promise<boolean> => {
    const before = process.cpuUsage();
    const isFitting = (await bodiesOf(count).of('br')) !== undefined;
    const { user, system } = process.cpuUsage(before);
    if (isFitting) firstSeconds = (user + system) / 1e6;
    return isFitting;
  };
  const fitsRefreshed = async (count: number): Promise<boolean> => {
    const bodies = bodiesOf(count);
    await bodies.makeSmallest(REFRESH_MS);
    return (await bodies.of('br')) !== undefined;
  };
  const to = records.length;
  const identity = await largestThatFits(fits, 0, to);
  const first = await largestThatFits(fitsFirst, identity, to, isOverAfter());
  const refreshed = await largestThatFits(fitsRefreshed, first, to, isOverAfter());
  return { identity, first, firstSeconds, refreshed };
}

function listOf(records: readonly string[], count: number): Buffer {
  return Buffer.from(`[${records.slice(0, count).join(',')}]`);
}

const TOLERANCE = 100;

/**
 * The largest number that fits, to within the tolerance: `from` fits, and what is larger than one that does not fit does not
 * either. Where the time is over it is the largest that was tried.
 */
export async function largestThatFits(
  fits: (number: number) => Promise<boolean>,
  from: number,
  to: number,
  isOver: () => boolean = () => false,
): Promise<number> {
  let [fitting, tooLarge] = [from, to + 1];
  while (tooLarge - fitting > TOLERANCE && !isOver()) {
    const middle = Math.floor((fitting + tooLarge) / 2);
    if (await fits(middle)) fitting = middle;
    else tooLarge = middle;
  }
  return fitting;
}
