/** The headers of a put that are kept with the object and come back with it. */

import type { IncomingHttpHeaders } from 'node:http';

import { S3Error } from './s3-error.ts';

const USER_METADATA_PREFIX = 'x-amz-meta-';
const USER_METADATA_BYTES = 2 * 1024; // S3 user guide, "User-defined object metadata"

const systemHeaders = new Set([
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
]);

/** @throws MetadataTooLarge */
export function keptHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const all = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  const system = all
    .filter(([name]) => systemHeaders.has(name))
    .map(([name, value]) => [name, name === 'content-encoding' ? unframed(value) : value] as const)
    .filter(([, value]) => value !== '');
  const user = all.filter(([name]) => name.startsWith(USER_METADATA_PREFIX));

  const bytes = user.map(([name, value]) => `${name.slice(USER_METADATA_PREFIX.length)}${value}`);
  if (Buffer.byteLength(bytes.join('')) > USER_METADATA_BYTES) {
    throw new S3Error('MetadataTooLarge', 'Your metadata headers exceed the maximum allowed size.');
  }
  return Object.fromEntries([...system, ...user]);
}

/** `aws-chunked` is a framing of the request, not a coding of the object. */
function unframed(encoding: string): string {
  const codings = encoding.split(',').map((coding) => coding.trim());
  return codings.filter((coding) => coding !== 'aws-chunked').join(',');
}
