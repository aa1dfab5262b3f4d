/** ListObjectVersions: every version of every key with a prefix, in pages (S3 API reference, "ListObjectVersions"). */

import path from 'node:path';

import type { Reply } from '../endpoint/reply.ts';
import { element } from '../endpoint/xml.ts';
import type { Address } from './address.ts';
import type { StoredObject } from './object-files.ts';
import { S3Error } from './s3-error.ts';
import { allKeys, allVersions, isOlder } from './versions.ts';

const LONGEST_PAGE = 1000;

interface Listed {
  readonly version: StoredObject;
  readonly isLatest: boolean;
}

export async function listVersions(folder: string, { bucket, query }: Address): Promise<Reply> {
  const prefix = query.get('prefix') ?? '';
  const keyMarker = query.get('key-marker') ?? '';
  const versionIdMarker = query.get('version-id-marker') ?? '';
  const maxKeys = pageLength(query.get('max-keys'));

  const all = await listed(path.join(folder, bucket), prefix);
  const left = all.filter(({ version }) => isBehind(version, keyMarker, versionIdMarker));
  const page = left.slice(0, maxKeys);
  const last = left.length > page.length ? page.at(-1)?.version : undefined;
  const next =
    last === undefined
      ? ''
      : element('NextKeyMarker', last.key) + element('NextVersionIdMarker', last.versionId);
  const about = [
    element('Name', bucket),
    element('Prefix', prefix),
    element('KeyMarker', keyMarker),
    element('VersionIdMarker', versionIdMarker),
    element('MaxKeys', maxKeys),
    element('IsTruncated', last !== undefined),
  ];
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>
<ListVersionsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${about.join('')}${next}${page.map(toXml).join('')}</ListVersionsResult>`,
  };
}

async function listed(bucketFolder: string, prefix: string): Promise<readonly Listed[]> {
  const keys = (await allKeys(bucketFolder)).filter((key) => key.startsWith(prefix));
  const versions = await Promise.all(keys.map(async (key) => allVersions(bucketFolder, key)));
  return versions.flatMap((ofKey) =>
    ofKey.map((version, index) => ({ version, isLatest: index === 0 })),
  );
}

/** A page begins behind the last one of the page before, which may be gone by now. */
function isBehind(version: StoredObject, keyMarker: string, versionIdMarker: string): boolean {
  const order = Buffer.compare(Buffer.from(version.key), Buffer.from(keyMarker));
  if (order !== 0 || versionIdMarker === '') return order > 0;
  return isOlder(version.versionId, versionIdMarker);
}

function toXml({ version, isLatest }: Listed): string {
  const { key, versionId, lastModified, etag, bytes, isDeleteMarker } = version;
  const both = [
    element('Key', key),
    element('VersionId', versionId),
    element('IsLatest', isLatest),
    element('LastModified', lastModified),
  ].join('');
  if (isDeleteMarker) return `<DeleteMarker>${both}</DeleteMarker>`;
  const more = element('ETag', etag) + element('Size', bytes.length);
  return `<Version>${both}${more}<StorageClass>STANDARD</StorageClass></Version>`;
}

function pageLength(wanted: string | null): number {
  const length = Number(wanted ?? LONGEST_PAGE);
  if (Number.isSafeInteger(length) && length > 0) return Math.min(length, LONGEST_PAGE);
  throw new S3Error('InvalidArgument', 'max-keys is not a number from 1 on');
}
