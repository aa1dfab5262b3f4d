/** ListObjectsV2, ListObjectVersions and DeleteObjects, as the S3 API reference describes them. */

import type { Reply } from '../endpoint/server.ts';
import { contentsOf, element, textOf } from '../endpoint/xml.ts';
import { type Address, S3Error, xmlReply } from './s3-protocol.ts';
import {
  allKeys,
  allVersions,
  compareKeys,
  currentObjects,
  isOlder,
  type StoredObject,
} from './versions.ts';

const NAMESPACE = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';

/** Of a page of a list, and of one request to delete. */
const MOST_OBJECTS = 1000;

/** Every object whose key has a prefix, in pages. A continuation token is the last key of the page before. */
export async function listObjects(
  bucketFolder: string,
  { bucket, query }: Address,
): Promise<Reply> {
  const prefix = query.get('prefix') ?? '';
  const token = query.get('continuation-token');
  const after = keyOf(token);
  const maxKeys = pageLength(query);

  const left = (await currentObjects(bucketFolder)).filter(
    ({ key }) => key.startsWith(prefix) && (token === null || compareKeys(key, after) > 0),
  );
  const page = left.slice(0, maxKeys);
  const last = left.length > page.length ? page.at(-1) : undefined;
  return xmlReply(
    `<ListBucketResult ${NAMESPACE}>${[
      element('Name', bucket),
      element('Prefix', prefix),
      ...(token === null ? [] : [element('ContinuationToken', token)]),
      ...(last === undefined ? [] : [element('NextContinuationToken', tokenOf(last.key))]),
      element('KeyCount', page.length),
      element('MaxKeys', maxKeys),
      element('IsTruncated', last !== undefined),
      ...page.map(
        (object) =>
          `<Contents>${element('Key', object.key)}${element('LastModified', object.lastModified)}${aboutBytes(object)}</Contents>`,
      ),
    ].join('')}</ListBucketResult>`,
  );
}

function tokenOf(key: string): string {
  return Buffer.from(key).toString('base64');
}

/** @throws InvalidArgument */
function keyOf(token: string | null): string {
  const key = Buffer.from(token ?? '', 'base64').toString();
  if (token === null || (key !== '' && tokenOf(key) === token)) return key;
  throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect');
}

/** Every version of every key with a prefix, in pages. */
export async function listVersions(
  bucketFolder: string,
  { bucket, query }: Address,
): Promise<Reply> {
  const prefix = query.get('prefix') ?? '';
  const keyMarker = query.get('key-marker') ?? '';
  const versionIdMarker = query.get('version-id-marker') ?? '';
  const maxKeys = pageLength(query);

  const keys = (await allKeys(bucketFolder)).filter((key) => key.startsWith(prefix));
  const versions = await Promise.all(keys.map(async (key) => allVersions(bucketFolder, key)));
  const left = versions
    .flatMap((ofKey) => ofKey.map((version, index) => ({ version, isLatest: index === 0 })))
    .filter(({ version }) => isBehind(version, keyMarker, versionIdMarker));
  const page = left.slice(0, maxKeys);
  const last = left.length > page.length ? page.at(-1)?.version : undefined;
  return xmlReply(
    `<ListVersionsResult ${NAMESPACE}>${[
      element('Name', bucket),
      element('Prefix', prefix),
      element('KeyMarker', keyMarker),
      element('VersionIdMarker', versionIdMarker),
      element('MaxKeys', maxKeys),
      element('IsTruncated', last !== undefined),
      ...(last === undefined
        ? []
        : [element('NextKeyMarker', last.key), element('NextVersionIdMarker', last.versionId)]),
      ...page.map(({ version, isLatest }) => versionElement(version, isLatest)),
    ].join('')}</ListVersionsResult>`,
  );
}

/** A page begins behind the last version of the page before, which may be gone by now. */
function isBehind(version: StoredObject, keyMarker: string, versionIdMarker: string): boolean {
  const order = compareKeys(version.key, keyMarker);
  if (order !== 0 || versionIdMarker === '') return order > 0;
  return isOlder(version.versionId, versionIdMarker);
}

function versionElement(version: StoredObject, isLatest: boolean): string {
  const about = [
    element('Key', version.key),
    element('VersionId', version.versionId),
    element('IsLatest', isLatest),
    element('LastModified', version.lastModified),
  ].join('');
  return version.isDeleteMarker
    ? `<DeleteMarker>${about}</DeleteMarker>`
    : `<Version>${about}${aboutBytes(version)}</Version>`;
}

function aboutBytes({ etag, bytes }: StoredObject): string {
  return `${element('ETag', etag)}${element('Size', bytes.length)}<StorageClass>STANDARD</StorageClass>`;
}

/** @throws InvalidArgument */
function pageLength(query: URLSearchParams): number {
  const length = Number(query.get('max-keys') ?? MOST_OBJECTS);
  if (Number.isSafeInteger(length) && length >= 0) return Math.min(length, MOST_OBJECTS);
  throw new S3Error('InvalidArgument', 'max-keys is not a whole number');
}

/** `remove` deletes one of them; what it cannot delete is named in the answer, and the others are deleted all the same. */
export async function deleteObjects(
  body: Buffer,
  remove: (key: string, versionId: string | null) => Promise<unknown>,
): Promise<Reply> {
  const xml = body.toString();
  const wanted = contentsOf(xml, 'Object').map((object) => ({
    key: textOf(object, 'Key') ?? '',
    versionId: textOf(object, 'VersionId') ?? null,
  }));
  if (wanted.length === 0 || wanted.length > MOST_OBJECTS) {
    throw new S3Error('MalformedXML', 'The XML names no object, or more than a thousand');
  }
  const isQuiet = textOf(xml, 'Quiet') === 'true';
  const results: string[] = [];
  for (const { key, versionId } of wanted) {
    const named = element('Key', key) + (versionId === null ? '' : element('VersionId', versionId));
    try {
      await remove(key, versionId);
      if (!isQuiet) results.push(`<Deleted>${named}</Deleted>`);
    } catch (error) {
      if (!(error instanceof S3Error)) throw error;
      const { code, message } = error;
      results.push(`<Error>${named}${element('Code', code)}${element('Message', message)}</Error>`);
    }
  }
  return xmlReply(`<DeleteResult ${NAMESPACE}>${results.join('')}</DeleteResult>`);
}
