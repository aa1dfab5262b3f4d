/** What the bucket keeps of the copy besides the current one: every write leaves the version before it. */

import {
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type ObjectIdentifier,
  type S3Client,
} from '@aws-sdk/client-s3';

import { CannotGoOn } from '../stage/cannot-go-on.ts';
import { COPY_KEY } from './target.ts';

/** The most that S3 takes in one call. */
const BATCH = 1000;

export interface OldVersions {
  readonly versions: readonly ObjectIdentifier[];
  readonly deleteMarkers: readonly ObjectIdentifier[];
}

export async function oldVersions(s3: S3Client, bucket: string): Promise<OldVersions> {
  const versions: ObjectIdentifier[] = [];
  const deleteMarkers: ObjectIdentifier[] = [];
  for (let marker: { KeyMarker?: string; VersionIdMarker?: string } | undefined = {}; marker;) {
    const page = await s3.send(
      new ListObjectVersionsCommand({ Bucket: bucket, Prefix: COPY_KEY, ...marker }),
    );
    const old = (page.Versions ?? []).filter(({ IsLatest }) => IsLatest !== true);
    versions.push(...old.filter(ofCopy).map(identifier));
    deleteMarkers.push(...(page.DeleteMarkers ?? []).filter(ofCopy).map(identifier));
    marker = nextOf(page);
  }
  return { versions, deleteMarkers };
}

/** Versions first: without the marker over them, the newest would be current again. @throws CannotGoOn */
export async function deleteOldVersions(s3: S3Client, bucket: string): Promise<number> {
  const { versions, deleteMarkers } = await oldVersions(s3, bucket);
  for (const objects of [...batches(versions), ...batches(deleteMarkers)]) {
    const { Errors = [] } = await s3.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: objects, Quiet: true } }),
    );
    const [first] = Errors;
    if (first !== undefined) {
      throw new CannotGoOn(
        `${Errors.length} of the copy's old versions could not be deleted (${first.Code}: ${first.Message}): the caller needs s3:DeleteObjectVersion on the bucket ${bucket}; then run this again.`,
      );
    }
  }
  return versions.length + deleteMarkers.length;
}

/** A prefix finds longer keys too. */
function ofCopy({ Key }: { readonly Key?: string | undefined }): boolean {
  return Key === COPY_KEY;
}

function identifier({ VersionId }: { readonly VersionId?: string | undefined }): ObjectIdentifier {
  return { Key: COPY_KEY, VersionId };
}

function nextOf(page: {
  readonly IsTruncated?: boolean | undefined;
  readonly NextKeyMarker?: string | undefined;
  readonly NextVersionIdMarker?: string | undefined;
}): { KeyMarker?: string; VersionIdMarker?: string } | undefined {
  const { IsTruncated, NextKeyMarker, NextVersionIdMarker } = page;
  if (IsTruncated !== true || NextKeyMarker === undefined) return undefined;
  return {
    KeyMarker: NextKeyMarker,
    ...(NextVersionIdMarker === undefined ? {} : { VersionIdMarker: NextVersionIdMarker }),
  };
}

function batches(objects: readonly ObjectIdentifier[]): ObjectIdentifier[][] {
  return Array.from({ length: Math.ceil(objects.length / BATCH) }, (_, index) =>
    objects.slice(index * BATCH, (index + 1) * BATCH),
  );
}
