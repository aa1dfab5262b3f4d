/** S3's errors: code, status and the XML they travel in (S3 API reference, "Error responses"). */

import { randomUUID } from 'node:crypto';

import type { Reply } from '../endpoint/reply.ts';
import { escapeXml } from '../endpoint/xml.ts';

const statuses = {
  AccessDenied: 403,
  BadDigest: 400,
  ConditionalRequestConflict: 409,
  EntityTooLarge: 400,
  IncompleteBody: 400,
  InternalError: 500,
  InvalidArgument: 400,
  InvalidDigest: 400,
  InvalidRequest: 400,
  InvalidURI: 400,
  KeyTooLongError: 400,
  MetadataTooLarge: 400,
  MethodNotAllowed: 405,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchVersion: 404,
  MalformedXML: 400,
  NotImplemented: 501,
  PreconditionFailed: 412,
  ServiceUnavailable: 503,
  SlowDown: 503,
  XAmzContentSHA256Mismatch: 400,
} as const;

export type S3Code = keyof typeof statuses;

export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly code: S3Code;

  constructor(code: S3Code, message: string) {
    super(message);
    this.code = code;
  }
}

export function errorReply(code: S3Code, message: string): Reply {
  const requestId = randomUUID();
  return {
    status: statuses[code],
    headers: { 'content-type': 'application/xml', 'x-amz-request-id': requestId },
    body: `<?xml version="1.0" encoding="UTF-8"?>
<Error><Code>${code}</Code><Message>${escapeXml(message)}</Message><RequestId>${requestId}</RequestId></Error>`,
  };
}
