/** What can be read off an answer. */

import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { header } from '../../contract/http.ts';
import type { Answer } from './exchange.ts';

/** The service's own limit is far below: this one keeps a hostile host from filling the memory. */
const MAX_DECODED_BYTES = 256 * 1024 * 1024;

export function headerOf(answer: Answer, name: string): string | undefined {
  const value = answer.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** A comma-separated header as a set of lower-case members. */
export function membersOf(answer: Answer, name: string): ReadonlySet<string> {
  const members = (headerOf(answer, name) ?? '').split(',').map((m) => m.trim().toLowerCase());
  return new Set(members.filter((member) => member !== ''));
}

export function mediaTypeOf(answer: Answer): string {
  return (headerOf(answer, header.contentType) ?? '').split(';', 1).join().trim().toLowerCase();
}

export function encodingOf(answer: Answer): string {
  return (headerOf(answer, header.contentEncoding) ?? 'identity').toLowerCase();
}

/** The body without its encoding, or `undefined` where it is not what its `Content-Encoding` says. */
export function decodedBody(answer: Answer): Buffer | undefined {
  const limit = { maxOutputLength: MAX_DECODED_BYTES };
  try {
    switch (encodingOf(answer)) {
      case 'identity':
        return answer.body;
      case 'gzip':
        return gunzipSync(answer.body, limit);
      case 'br':
        return brotliDecompressSync(answer.body, limit);
      default:
        return undefined;
    }
  } catch {
    return undefined;
  }
}

/** CloudFront answers some requests itself: refused methods, and what it has in its cache. */
export function isFromCloudFront(answer: Answer): boolean {
  return (
    headerOf(answer, 'X-Amz-Cf-Id') !== undefined ||
    ['Via', 'X-Cache', 'Server'].some((name) => /cloudfront/i.test(headerOf(answer, name) ?? ''))
  );
}
