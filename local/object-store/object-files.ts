/** Objects on disk: one file each, a line of JSON about the object and then its bytes. */

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import * as v from 'valibot';

import { errorCode } from '../error-facts.ts';

const NEWLINE = 10;

const About = v.object({
  key: v.string(),
  etag: v.string(),
  lastModified: v.string(),
  crc32: v.string(),
  headers: v.record(v.string(), v.string()),
});

/**
 * - `etag`: MD5 of the bytes, in quotes.
 * - `lastModified`: ISO 8601, whole seconds as in HTTP.
 * - `crc32`: base64, as `x-amz-checksum-crc32` has it.
 * - `headers`: what comes back with the object: content type, cache control, user metadata, ...
 */
export type About = v.InferOutput<typeof About>;

export interface StoredObject extends About {
  readonly bytes: Uint8Array;
}

export async function readObject(folder: string, key: string): Promise<StoredObject | undefined> {
  const file = await readFile(fileOf(folder, key)).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  const end = file.indexOf(NEWLINE);
  const about = v.parse(About, JSON.parse(file.toString('utf8', 0, end)));
  return { ...about, bytes: file.subarray(end + 1) };
}

/** A reader, or we ourselves after a crash, see the old file or the new one and nothing between. */
export async function writeObject(
  folder: string,
  { bytes, ...about }: StoredObject,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const draft = path.join(folder, `.${randomUUID()}.draft`);
  await writeFile(draft, Buffer.concat([Buffer.from(`${JSON.stringify(about)}\n`), bytes]));
  await rename(draft, fileOf(folder, about.key));
}

export async function removeObject(folder: string, key: string): Promise<void> {
  await rm(fileOf(folder, key), { force: true });
}

/** A person recognises the key; the hash keeps apart what only differs in case or after 100 characters. */
function fileOf(folder: string, key: string): string {
  const readable = encodeURIComponent(key).replaceAll('.', '%2E').slice(0, 100);
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 16);
  return path.join(folder, `${readable}.${hash}`);
}
