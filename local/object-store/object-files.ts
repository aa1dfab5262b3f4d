/** Objects on disk: one file each, a line of JSON about the object and then its bytes. */

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import * as v from 'valibot';

import { errorCode } from '../error-facts.ts';

const NEWLINE = 10;

const About = v.object({
  key: v.string(),
  /** `null` is S3's own word for an object of the time before versions. */
  versionId: v.optional(v.string(), 'null'),
  isDeleteMarker: v.optional(v.boolean(), false),
  etag: v.string(),
  lastModified: v.string(),
  crc32: v.string(),
  headers: v.record(v.string(), v.string()),
});

/**
 * - `versionId`: a number; the greater is the newer.
 * - `isDeleteMarker`: it stands for the moment at which the object was deleted, and has no bytes.
 * - `etag`: MD5 of the bytes, in quotes.
 * - `lastModified`: ISO 8601, whole seconds as in HTTP.
 * - `crc32`: base64, as `x-amz-checksum-crc32` has it.
 * - `headers`: what comes back with the object: content type, cache control, user metadata, ...
 */
export type About = v.InferOutput<typeof About>;

export interface StoredObject extends About {
  readonly bytes: Uint8Array;
}

export async function readObjectFile(file: string): Promise<StoredObject | undefined> {
  const content = await readFile(file).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (content === undefined) return undefined;
  const end = content.indexOf(NEWLINE);
  const about = v.parse(About, JSON.parse(content.toString('utf8', 0, end)));
  return { ...about, bytes: content.subarray(end + 1) };
}

/** A reader, or we ourselves after a crash, see the old file or the new one and nothing between. */
export async function writeObjectFile(
  file: string,
  { bytes, ...about }: StoredObject,
): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  const draft = path.join(folder, `.${randomUUID()}.draft`);
  await writeFile(draft, Buffer.concat([Buffer.from(`${JSON.stringify(about)}\n`), bytes]));
  await rename(draft, file);
}

export async function removeObjectFile(file: string): Promise<void> {
  await rm(file, { force: true });
}

/** The names of what stands in a folder, without what is hidden; none where it is missing. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => !name.startsWith('.'));
}

/** A person recognises the key; the hash keeps apart what only differs in case or after 100 characters. */
export function fileNameOf(key: string): string {
  const readable = encodeURIComponent(key).replaceAll('.', '%2E').slice(0, 100);
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 16);
  return `${readable}.${hash}`;
}
