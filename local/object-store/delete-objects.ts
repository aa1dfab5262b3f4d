/** DeleteObjects: up to a thousand objects or versions in one request (S3 API reference, "DeleteObjects"). */

import type { Reply } from '../endpoint/reply.ts';
import { contentsOf, element, textOf } from '../endpoint/xml.ts';
import { S3Error } from './s3-error.ts';

const OBJECTS_AT_ONCE = 1000;

/** `remove` deletes one of them; what it cannot delete is named in the answer, and the others are deleted all the same. */
export async function deleteObjects(
  body: Uint8Array,
  remove: (key: string, versionId: string | undefined) => Promise<void>,
): Promise<Reply> {
  const xml = Buffer.from(body).toString();
  const wanted = contentsOf(xml, 'Object').map((object) => ({
    key: textOf(object, 'Key') ?? '',
    versionId: textOf(object, 'VersionId'),
  }));
  if (wanted.length === 0 || wanted.length > OBJECTS_AT_ONCE) {
    throw new S3Error('MalformedXML', 'The XML names no object, or more than a thousand');
  }
  const isQuiet = textOf(xml, 'Quiet') === 'true';
  const results: string[] = [];
  for (const { key, versionId } of wanted) {
    const named =
      element('Key', key) + (versionId === undefined ? '' : element('VersionId', versionId));
    try {
      await remove(key, versionId);
      if (!isQuiet) results.push(`<Deleted>${named}</Deleted>`);
    } catch (error) {
      if (!(error instanceof S3Error)) throw error;
      const { code, message } = error;
      results.push(`<Error>${named}${element('Code', code)}${element('Message', message)}</Error>`);
    }
  }
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>
<DeleteResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${results.join('')}</DeleteResult>`,
  };
}
