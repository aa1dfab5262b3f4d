/** What can have become of a copy in the store. */

import { gzipSync } from 'node:zlib';

import { copyHeaders, copyMetadata, timeInWhiteSpace } from '../../contract/last-good.ts';
import { PLANTED_EMAIL } from './flaws.ts';
import type { StoredObject } from './store.ts';

/** `undefined`: it is gone. */
export type Spoil = (object: StoredObject, now: number) => StoredObject | undefined;

/** That the simulated processes have. */
export const BUCKET = 'last-good';

const HOUR_MS = 3_600_000;

const withBody =
  (change: (body: Buffer) => Buffer): Spoil =>
  (object) => ({ ...object, body: change(object.body) });

const withMetadata =
  (name: string, value: string | ((now: number) => string)): Spoil =>
  (object, now) => ({
    ...object,
    headers: {
      ...object.headers,
      [`x-amz-meta-${name}`]: typeof value === 'string' ? value : value(now),
    },
  });

/** As a process with a wrong clock writes it. */
const fromTheFuture: Spoil = (object, now) => {
  const cachedAt = now + 6 * HOUR_MS;
  const list = object.body.toString().trimEnd();
  const time = new Date(cachedAt).toISOString();
  return {
    ...object,
    body: Buffer.from(list + timeInWhiteSpace(cachedAt)),
    headers: { ...object.headers, [`x-amz-meta-${copyMetadata.cachedAt}`]: time },
  };
};

export const spoils: Readonly<Record<string, Spoil>> = {
  missing: () => undefined,
  truncated: withBody((body) => body.subarray(0, body.length >> 1)),
  empty: withBody(() => Buffer.alloc(0)),
  'one bit flipped': withBody((body) => {
    const flipped = Buffer.from(body);
    const at = flipped.length >> 1;
    flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
    return flipped;
  }),
  'a page of HTML': withBody(() => Buffer.from(`<!doctype html>${PLANTED_EMAIL}`)),
  'without metadata': ({ body }) => ({ body, headers: {}, spoilt: '' }),
  "another stage's": withMetadata(copyMetadata.bucket, 'last-good-of-staging'),
  "another directory's": withMetadata(copyMetadata.directory, 'elsewhere'),
  'of an older format': withMetadata(copyMetadata.format, '0'),
  'of a newer format': withMetadata(copyMetadata.format, '99'),
  'without a time': withMetadata(copyMetadata.cachedAt, 'yesterday'),
  'without a count': withMetadata(copyMetadata.records, 'many'),
  'of another time than it says': withMetadata(copyMetadata.cachedAt, (now) =>
    new Date(now - HOUR_MS).toISOString(),
  ),
  'with something behind it': withBody((body) => Buffer.concat([body, Buffer.from(' ')])),
  'from the future': fromTheFuture,
  'a gzip bomb': (object) => ({
    ...object,
    body: gzipSync(Buffer.alloc(1_000_000)),
    headers: { ...object.headers, 'content-encoding': 'gzip' },
  }),
};

/** A copy that is good, of its own time. */
export function goodCopy(
  directory: string,
  body: string,
  records: number,
  sha256: string,
  cachedAt: number,
): StoredObject {
  const { ContentType, CacheControl, Metadata } = copyHeaders({
    bucket: BUCKET,
    directory,
    cachedAt,
    records,
    sha256,
  });
  return {
    body: Buffer.from(body + timeInWhiteSpace(cachedAt)),
    headers: {
      'content-type': ContentType,
      'cache-control': CacheControl,
      ...Object.fromEntries(
        Object.entries(Metadata).map(([name, value]) => [`x-amz-meta-${name}`, value]),
      ),
    },
    spoilt: '',
  };
}
