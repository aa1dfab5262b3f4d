/** The last-good copy of the founders, and what the bucket keeps of it: every write leaves the version before it. */

import {
  type DeleteMarkerEntry,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type ObjectVersion,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import * as v from 'valibot';

import { errorName } from '../../lambda/aws/errors.ts';
import { makeList, toCopy } from '../../lambda/aws/copies.ts';
import { CommandError } from '../cli/command.ts';
import { directories } from '../../contract/directories.ts';
import { copyHeaders } from '../../contract/last-good.ts';

export const { founders } = directories;

export const COPY_KEY = founders.path.slice(1);

const WRITE_ATTEMPTS = 5;

/** The copy was written, or deleted, since it was read. */
const LOST_THE_RACE: ReadonlySet<string> = new Set([
  'PreconditionFailed',
  'ConditionalRequestConflict',
  'NoSuchKey',
]);

/** The most that S3 deletes in one call. */
const BATCH = 1000;

export type FoundersCopy =
  | {
      readonly state: 'found';
      readonly records: readonly unknown[];
      /** Milliseconds since the Unix epoch. */
      readonly cachedAt: number;
      readonly etag: string;
    }
  | { readonly state: 'absent' }
  | { readonly state: 'unusable'; readonly reason: string };

/** Any refusal is thrown: a copy that could not be seen may hold the founder. */
export async function readCopy(s3: S3Client, bucket: string): Promise<FoundersCopy> {
  try {
    const get = new GetObjectCommand({ Bucket: bucket, Key: COPY_KEY });
    const { Body, Metadata = {}, ETag: etag } = await s3.send(get);
    if (etag === undefined) return { state: 'unusable', reason: 'no ETag' };
    const stored = Buffer.from((await Body?.transformToByteArray()) ?? []);
    const copy = toCopy(bucket, founders, stored, Metadata, etag);
    if (copy.state !== 'found') return copy;
    const records = recordsOf(copy.list.body.toString());
    if (records === undefined) return { state: 'unusable', reason: 'no list' };
    return { state: 'found', records, cachedAt: copy.list.cachedAt, etag };
  } catch (error) {
    if (errorName(error) === 'NoSuchKey') return { state: 'absent' };
    throw error;
  }
}

/** Writes the copy without the founder, over nothing but what was read. Whether they were in it. @throws CommandError */
export async function removeFromCopy(
  s3: S3Client,
  bucket: string,
  founder: string,
): Promise<boolean> {
  for (let attempt = 0; attempt < WRITE_ATTEMPTS; attempt += 1) {
    const copy = await readCopy(s3, bucket);
    // A copy that the functions do not serve can still be served by the edge, so it cannot stay.
    if (copy.state === 'unusable') {
      throw new CommandError(
        `The last-good copy is not what the service wrote (${copy.reason}): delete it (aws s3 rm s3://${bucket}/${COPY_KEY}) and run this again.`,
      );
    }
    if (copy.state === 'absent' || !holds(copy.records, founder)) return false;
    const others = copy.records.filter((record) => !isOf(record, founder));
    const list = makeList(others, copy.cachedAt);
    const put = new PutObjectCommand({
      Bucket: bucket,
      Key: COPY_KEY,
      Body: list.body,
      ...copyHeaders({ ...list, bucket, directory: founders.name }),
      IfMatch: copy.etag,
    });
    try {
      await s3.send(put);
      return true;
    } catch (error) {
      if (!LOST_THE_RACE.has(errorName(error))) throw error;
    }
  }
  throw new CommandError(
    `The last-good copy was written by somebody else ${WRITE_ATTEMPTS} times in a row: run this again in a minute.`,
  );
}

const List = v.pipe(v.string(), v.parseJson(), v.array(v.unknown()));
const WithId = v.object({ id: v.string() });

/** The records, or `undefined` for what is no list. No message of the parser: it holds parts of the text. */
export function recordsOf(text: string): readonly unknown[] | undefined {
  const parsed = v.safeParse(List, text);
  return parsed.success ? parsed.output : undefined;
}

/** @param founder - in lower case. */
export function holds(records: readonly unknown[], founder: string): boolean {
  return records.some((record) => isOf(record, founder));
}

function isOf(record: unknown, founder: string): boolean {
  return v.is(WithId, record) && record.id.toLowerCase() === founder;
}

/** Versions first: without the marker over them, the newest would be current again. @throws CommandError */
export async function deleteOldVersions(s3: S3Client, bucket: string): Promise<number> {
  const { versions, deleteMarkers } = await oldVersions(s3, bucket);
  for (const objects of [...batches(versions), ...batches(deleteMarkers)]) {
    const Objects = objects.map((VersionId) => ({ Key: COPY_KEY, VersionId }));
    const { Errors = [] } = await s3.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
    );
    const [first] = Errors;
    if (first !== undefined) {
      throw new CommandError(
        `${Errors.length} of the copy's old versions could not be deleted (${first.Code}: ${first.Message}): the caller needs s3:DeleteObjectVersion on the bucket ${bucket}; then run this again.`,
      );
    }
  }
  return versions.length + deleteMarkers.length;
}

function batches(ids: readonly string[]): readonly string[][] {
  return Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, index) =>
    ids.slice(index * BATCH, (index + 1) * BATCH),
  );
}

/** Their ids. */
export async function oldVersions(s3: S3Client, bucket: string) {
  const versions: string[] = [];
  const deleteMarkers: string[] = [];
  let page: ListObjectVersionsCommandOutput | undefined;
  do {
    page = await s3.send(
      new ListObjectVersionsCommand({
        Bucket: bucket,
        Prefix: COPY_KEY,
        KeyMarker: page?.NextKeyMarker,
        VersionIdMarker: page?.NextVersionIdMarker,
      }),
    );
    const { Versions = [], DeleteMarkers = [] } = page;
    versions.push(...idsIn(Versions.filter(({ IsLatest }) => IsLatest !== true)));
    deleteMarkers.push(...idsIn(DeleteMarkers));
  } while (page.IsTruncated === true);
  return { versions, deleteMarkers };
}

/** A prefix finds longer keys too. */
function idsIn(found: readonly (ObjectVersion | DeleteMarkerEntry)[]): readonly string[] {
  return found.flatMap(({ Key, VersionId }) =>
    Key === COPY_KEY && VersionId !== undefined ? [VersionId] : [],
  );
}
