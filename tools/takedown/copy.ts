/** Reads the last-good copy of the founders as the functions do. */

import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';

import {
  copyFormat,
  copyMetadata,
  listLength,
  timeInWhiteSpace,
} from '../../contract/last-good.ts';
import { errorName } from '../../aws/error-facts.ts';
import { CannotGoOn } from '../stage/cannot-go-on.ts';
import { recordsOf } from './founder-list.ts';
import { COPY_KEY, founders } from './target.ts';

export type Copy =
  | {
      readonly state: 'found';
      readonly records: readonly unknown[];
      /** Milliseconds since the Unix epoch. */
      readonly cachedAt: number;
      readonly etag: string;
    }
  | { readonly state: 'absent' }
  | { readonly state: 'unusable'; readonly reason: string };

export async function readCopy(s3: S3Client, bucket: string): Promise<Copy> {
  const object = await get(s3, bucket);
  if (object === undefined) return { state: 'absent' };
  const { stored, metadata, etag } = object;
  const body = stored.subarray(0, listLength(stored));
  if (metadata[copyMetadata.format] !== copyFormat) return unusable('another format');
  if (metadata[copyMetadata.bucket] !== bucket) return unusable('another bucket');
  if (metadata[copyMetadata.directory] !== founders.name) return unusable('another directory');
  if (metadata[copyMetadata.sha256] !== sha256Of(body)) {
    return unusable('not the bytes that were written');
  }
  const cachedAt = Date.parse(metadata[copyMetadata.cachedAt] ?? '');
  const records = recordsOf(body.toString());
  if (Number.isNaN(cachedAt) || records === undefined) return unusable('no time or no list');
  const time = stored.subarray(body.length).toString();
  if (time !== timeInWhiteSpace(cachedAt)) return unusable('another time');
  if (etag === undefined) return unusable('no ETag');
  return { state: 'found', records, cachedAt, etag };
}

/** A copy that the functions do not serve can still be served by the edge, so it cannot stay. */
export function unusableCopy(bucket: string, reason: string): CannotGoOn {
  return new CannotGoOn(
    `The last-good copy is not what the service wrote (${reason}): delete it (aws s3 rm s3://${bucket}/${COPY_KEY}) and run this again.`,
  );
}

function unusable(reason: string): Copy {
  return { state: 'unusable', reason };
}

export function sha256Of(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}

async function get(s3: S3Client, bucket: string) {
  try {
    const answer = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: COPY_KEY }));
    const { Body, Metadata: metadata = {}, ETag: etag } = answer;
    const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
    return { stored: Buffer.from(bytes), metadata, etag };
  } catch (error) {
    if (errorName(error) === 'NoSuchKey') return undefined;
    throw error;
  }
}
