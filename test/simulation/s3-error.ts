/** An error as S3 sends it. */

import type { WireReply } from './wire.ts';

export function s3Error(status: number, code: string, message = code): WireReply {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status, headers: { 'content-type': 'application/xml' }, body: Buffer.from(xml) };
}
