/**
 * Objects on disk with their versions, as in a bucket with versioning on: a folder for each key, and in it a file for each
 * version and each delete marker, whose name is its id. A file is a line of JSON about the object and then its bytes.
 *
 * Writes to one key must not overlap (`start-object-store.ts`).
 */

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import * as v from 'valibot';

import { errorName } from '../../aws/errors.ts';

/**
 * - `isDeleteMarker`: it marks the moment at which the object was deleted, and has no bytes.
 * - `etag`: MD5 of the bytes, in quotes.
 * - `lastModified`: ISO 8601, whole seconds as in HTTP.
 * - `headers`: what comes back with the object: content type, cache control, user metadata, ...
 */
const About = v.object({
  key: v.string(),
  isDeleteMarker: v.boolean(),
  etag: v.string(),
  lastModified: v.string(),
  headers: v.record(v.string(), v.string()),
});

export interface StoredObject extends v.InferOutput<typeof About> {
  readonly bytes: Uint8Array;
}

export interface Version extends StoredObject {
  /** Digits; the greater is the newer. */
  readonly versionId: string;
}

/** S3 has no such bound, but this is somebody's laptop: of each key, this many of the newest old versions stay. */
const OLD_VERSIONS_KEPT = 50;

const ID_DIGITS = 16;
const NEWLINE = 10;

/** What is current; nothing where the newest version is a delete marker. */
export async function currentVersion(
  bucketFolder: string,
  key: string,
): Promise<Version | undefined> {
  const folder = folderOf(bucketFolder, key);
  const [newest] = await namesIn(folder);
  const version = newest === undefined ? undefined : await readVersion(folder, newest);
  return version?.isDeleteMarker === true ? undefined : version;
}

/** Of each key that begins with the prefix, in the order of the keys: its versions and delete markers, the newest first. */
export async function versionsByKey(
  bucketFolder: string,
  prefix: string,
): Promise<readonly (readonly Version[])[]> {
  const folders = (await namesIn(bucketFolder)).map((name) => path.join(bucketFolder, name));
  const versions = await Promise.all(
    folders.map(async (folder) => {
      const ids = await namesIn(folder);
      const read = await Promise.all(ids.map(async (id) => readVersion(folder, id)));
      return read.filter((version) => version !== undefined);
    }),
  );
  return versions
    .filter(([newest]) => newest?.key.startsWith(prefix) === true)
    .toSorted(([one], [other]) => compareKeys(one?.key ?? '', other?.key ?? ''));
}

/** S3 lists keys in the order of their UTF-8 bytes. */
function compareKeys(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** Makes it the newest version of its key. @returns its id. @param now - milliseconds since the Unix epoch. */
export async function addVersion(
  bucketFolder: string,
  object: StoredObject,
  now: number,
): Promise<string> {
  const folder = folderOf(bucketFolder, object.key);
  const ids = await namesIn(folder);
  // Microseconds of the clock, or one more than the one before: the clock of a test may be stopped.
  const number = Math.max(now * 1000, Number(ids[0] ?? 0) + 1);
  const versionId = String(number).padStart(ID_DIGITS, '0');
  await writeVersion(folder, versionId, object);
  for (const id of ids.slice(OLD_VERSIONS_KEPT)) await rm(path.join(folder, id), { force: true });
  return versionId;
}

/** Removes it for good. Where it was the newest, the one before is again. */
export async function removeVersion(
  bucketFolder: string,
  key: string,
  versionId: string,
): Promise<void> {
  const folder = folderOf(bucketFolder, key);
  if ((await namesIn(folder)).includes(versionId)) await rm(path.join(folder, versionId));
}

/** A person recognises the key; the hash keeps apart what only differs in case or after 100 characters. */
function folderOf(bucketFolder: string, key: string): string {
  const readable = encodeURIComponent(key).replaceAll('.', '%2E').slice(0, 100);
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 16);
  return path.join(bucketFolder, `${readable}.${hash}`);
}

/** What is in a folder, the greatest name first, without what is hidden; nothing where it is missing. */
async function namesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorName(error) === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => !name.startsWith('.'))
    .toSorted()
    .toReversed();
}

/** Nothing where it was removed since its folder was read. */
async function readVersion(folder: string, versionId: string): Promise<Version | undefined> {
  const content = await readFile(path.join(folder, versionId)).catch((error: unknown) => {
    if (errorName(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (content === undefined) return undefined;
  const end = content.indexOf(NEWLINE);
  const about = v.parse(About, JSON.parse(content.toString('utf8', 0, end)));
  return { ...about, versionId, bytes: content.subarray(end + 1) };
}

/** A reader, or we ourselves after a crash, see the whole file or none. */
async function writeVersion(
  folder: string,
  versionId: string,
  { bytes, ...about }: StoredObject,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const draft = path.join(folder, `.${randomUUID()}.draft`);
  await writeFile(draft, Buffer.concat([Buffer.from(`${JSON.stringify(about)}\n`), bytes]));
  await rename(draft, path.join(folder, versionId));
}
