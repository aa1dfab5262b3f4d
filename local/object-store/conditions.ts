/** Conditional requests, as S3 answers them (S3 user guide, "Conditional requests"; RFC 9110, section 13). */

import type { IncomingHttpHeaders } from 'node:http';

import type { About } from './object-files.ts';
import { S3Error } from './s3-error.ts';

/** @throws PreconditionFailed; NoSuchKey where `If-Match` meets no object; NotImplemented */
export function checkWrite(headers: IncomingHttpHeaders, current: About | undefined): void {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  if (noneMatch !== undefined && noneMatch !== '*') {
    throw new S3Error('NotImplemented', 'A write takes If-None-Match: * only');
  }
  if (noneMatch === '*' && current !== undefined) throw preconditionFailed('If-None-Match');
  if (match === undefined) return;
  if (current === undefined) {
    throw new S3Error('NoSuchKey', 'The specified key does not exist.');
  }
  if (!lists(match, current.etag)) throw preconditionFailed('If-Match');
}

/** @throws PreconditionFailed */
export function checkRead(headers: IncomingHttpHeaders, { etag, lastModified }: About): void {
  const { 'if-match': match, 'if-unmodified-since': unmodifiedSince } = headers;
  if (match !== undefined) {
    if (!lists(match, etag)) throw preconditionFailed('If-Match');
  } else if (Date.parse(lastModified) > Date.parse(unmodifiedSince ?? '')) {
    throw preconditionFailed('If-Unmodified-Since');
  }
}

/** Whether a read is answered `304 Not Modified`. */
export function isUnmodified(headers: IncomingHttpHeaders, { etag, lastModified }: About): boolean {
  const { 'if-none-match': noneMatch, 'if-modified-since': modifiedSince } = headers;
  if (noneMatch !== undefined) return lists(noneMatch, etag);
  return Date.parse(lastModified) <= Date.parse(modifiedSince ?? '');
}

function lists(header: string, etag: string): boolean {
  return header.trim() === '*' || header.split(',').some((tag) => bare(tag) === bare(etag));
}

/** Clients write the tag with quotes or without. */
function bare(tag: string): string {
  return tag.trim().replace(/^W\//, '').replaceAll('"', '');
}

function preconditionFailed(header: string): S3Error {
  return new S3Error(
    'PreconditionFailed',
    `At least one of the pre-conditions you specified did not hold: ${header}`,
  );
}
