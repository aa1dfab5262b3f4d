/** Which object a request names, in path style: `/bucket/key`. */

import { S3Error } from './s3-error.ts';

const KEY_BYTES = 1024;

export interface Address {
  readonly bucket: string;
  readonly key: string;
}

/**
 * Reads the raw path: `..` in a key is nothing special to S3, and a URL parser would resolve it.
 *
 * @throws NotImplemented for what is not about one object; InvalidURI; KeyTooLongError
 */
export function parseAddress(url: string): Address {
  const [rawPath = '', query = ''] = url.split('?', 2);
  const [, bucket = '', rawKey = ''] = /^\/([^/]*)\/?([^]*)$/.exec(rawPath) ?? [];
  // The SDK only repeats the operation's name there.
  if ([...new URLSearchParams(query).keys()].some((name) => name !== 'x-id')) {
    throw new S3Error('NotImplemented', 'Query parameters are not implemented here');
  }
  const key = decode(rawKey);
  if (bucket === '' || key === '') {
    throw new S3Error('NotImplemented', 'Only objects are implemented here, not buckets or lists');
  }
  if (Buffer.byteLength(key) > KEY_BYTES)
    throw new S3Error('KeyTooLongError', 'Your key is too long');
  return { bucket: decode(bucket), key };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidURI', 'Could not parse the specified URI.');
  }
}
