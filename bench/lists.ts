/** Long lists, made of records without a service: how many bytes they are, and how long one may be. */

import { gzipSync } from 'node:zlib';

import { REFRESH_MS } from '../contract/limits.ts';
import { Bodies } from '../lambda/directory/bodies.ts';

export type LongList = Awaited<ReturnType<typeof longListOf>>;

/**
 * The bytes of a list, with brotli to the first visitor and absent where it does not fit; and the largest lists that fit.
 *
 * @param records - as JSON, more than fit.
 * @param startups - of the list whose bytes are counted.
 * @param seconds - for each largest list that is compressed: what is under way then is ended.
 */
export async function longListOf(records: readonly string[], startups: number, seconds: number) {
  const list = listOf(records, startups);
  const base64 = await new Bodies(list).of('br');
  const brotli = base64 === undefined ? undefined : Buffer.byteLength(base64, 'base64');
  const bytes = { list: list.length, brotli, gzip: gzipSync(list).length };
  return { startups, bytes, largest: await largestLists(records, seconds) };
}

/** Each in startups. */
async function largestLists(records: readonly string[], seconds: number) {
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
  return {
    identity,
    /** With brotli, to the first visitor who asks for it. */
    first,
    /** Of processor, that this visitor waits for its compression. */
    firstSeconds,
    /** With brotli, after a refresh that had all of its time for it. The largest that was tried in the time. */
    refreshed,
  };
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
