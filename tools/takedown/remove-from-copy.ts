import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';

import { copyHeaders, timeInWhiteSpace } from '../../contract/last-good.ts';
import { errorName } from '../../aws/error-facts.ts';
import { CannotGoOn } from '../stage/cannot-go-on.ts';
import { readCopy, sha256Of, unusableCopy } from './copy.ts';
import { holds, without } from './founder-list.ts';
import { COPY_KEY, founders } from './target.ts';

const ATTEMPTS = 5;

/** The copy was written, or deleted, since it was read. */
const LOST_THE_RACE: ReadonlySet<string> = new Set([
  'PreconditionFailed',
  'ConditionalRequestConflict',
  'NoSuchKey',
]);

/** Writes the copy without the founder, over nothing but what was read. Whether they were in it. @throws CannotGoOn */
export async function removeFromCopy(
  s3: S3Client,
  bucket: string,
  founder: string,
): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const copy = await readCopy(s3, bucket);
    if (copy.state === 'unusable') throw unusableCopy(bucket, copy.reason);
    if (copy.state === 'absent' || !holds(copy.records, founder)) return false;
    const records = without(copy.records, founder);
    const list = JSON.stringify(records);
    const about = {
      bucket,
      directory: founders.name,
      cachedAt: copy.cachedAt,
      records: records.length,
    };
    const put = new PutObjectCommand({
      Bucket: bucket,
      Key: COPY_KEY,
      Body: list + timeInWhiteSpace(copy.cachedAt),
      ...copyHeaders({ ...about, sha256: sha256Of(Buffer.from(list)) }),
      IfMatch: copy.etag,
    });
    if (await isWritten(s3, put)) return true;
  }
  throw new CannotGoOn(
    `The last-good copy was written by somebody else ${ATTEMPTS} times in a row: run this again in a minute.`,
  );
}

async function isWritten(s3: S3Client, put: PutObjectCommand): Promise<boolean> {
  try {
    await s3.send(put);
    return true;
  } catch (error) {
    if (LOST_THE_RACE.has(errorName(error))) return false;
    throw error;
  }
}
