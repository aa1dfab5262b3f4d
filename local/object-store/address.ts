/** What a request is about, in path style: `/bucket/key`, or `/bucket` with a sub-resource. */

import { S3Error } from './s3-error.ts';

const KEY_BYTES = 1024;

export interface Address {
  readonly bucket: string;
  /** Empty where the request is about the bucket. */
  readonly key: string;
  readonly query: URLSearchParams;
}

/** Query parameters that are understood. The SDK only repeats the operation's name in `x-id`. */
const ofObjects = new Set(['x-id', 'versionId']);
const ofBuckets = new Set([
  'x-id',
  'delete',
  'versions',
  'prefix',
  'max-keys',
  'key-marker',
  'version-id-marker',
]);

/**
 * Reads the raw path: `..` in a key is nothing special to S3, and a URL parser would resolve it.
 *
 * @throws NotImplemented for what is neither about one object nor about versions; InvalidURI; KeyTooLongError
 */
export function parseAddress(url: string): Address {
  const [rawPath = '', rawQuery = ''] = url.split('?', 2);
  const [, bucket = '', rawKey = ''] = /^\/([^/]*)\/?([^]*)$/.exec(rawPath) ?? [];
  const key = decode(rawKey);
  const query = new URLSearchParams(rawQuery);
  const known = key === '' ? ofBuckets : ofObjects;
  if ([...query.keys()].some((name) => !known.has(name))) {
    throw new S3Error('NotImplemented', 'This query parameter is not implemented here');
  }
  const isAboutVersions = query.has('versions') || query.has('delete');
  if (bucket === '' || (key === '' && !isAboutVersions)) {
    throw new S3Error('NotImplemented', 'Only objects and versions are implemented here');
  }
  if (Buffer.byteLength(key) > KEY_BYTES)
    throw new S3Error('KeyTooLongError', 'Your key is too long');
  return { bucket: decode(bucket), key, query };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidURI', 'Could not parse the specified URI.');
  }
}
