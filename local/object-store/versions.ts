/**
 * Objects on disk with their versions, as in a bucket with versioning on. The current one is a file in the bucket's
 * folder; the ones before it, and the delete markers, are files in `.versions/<name of that file>/<version id>`. Each
 * file is a line of JSON about the object and then its bytes.
 *
 * Writes to one key must not overlap (`start-object-store.ts`).
 */

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import * as v from 'valibot';

import { errorName } from '../../aws/errors.ts';

const About = v.object({
  key: v.string(),
  /** `null` is S3's own name for an object from before versioning. */
  versionId: v.optional(v.string(), 'null'),
  isDeleteMarker: v.optional(v.boolean(), false),
  etag: v.string(),
  lastModified: v.string(),
  headers: v.record(v.string(), v.string()),
});

/**
 * - `versionId`: a number; the greater is the newer.
 * - `isDeleteMarker`: it marks the moment at which the object was deleted, and has no bytes.
 * - `etag`: MD5 of the bytes, in quotes.
 * - `lastModified`: ISO 8601, whole seconds as in HTTP.
 * - `headers`: what comes back with the object: content type, cache control, user metadata, ...
 */
export interface StoredObject extends v.InferOutput<typeof About> {
  readonly bytes: Uint8Array;
}

export type Unnumbered = Omit<StoredObject, 'versionId'>;

/** S3 has no such bound, but this is somebody's laptop: of each key, this many of the newest old versions stay. */
export const OLD_VERSIONS_KEPT = 50;

const FOLDER = '.versions';
const ID_DIGITS = 16;
const NEWLINE = 10;

export async function currentObject(
  bucketFolder: string,
  key: string,
): Promise<StoredObject | undefined> {
  return readObject(currentFile(bucketFolder, key));
}

/** In the order of their keys. */
export async function currentObjects(bucketFolder: string): Promise<readonly StoredObject[]> {
  const objects = await readAll(bucketFolder, await namesIn(bucketFolder));
  return objects.toSorted((a, b) => compareKeys(a.key, b.key));
}

/** The newest first, delete markers too. */
export async function allVersions(
  bucketFolder: string,
  key: string,
): Promise<readonly StoredObject[]> {
  const current = await currentObject(bucketFolder, key);
  const folder = oldFolder(bucketFolder, fileNameOf(key));
  const old = await readAll(folder, await oldIds(folder));
  return [...(current === undefined ? [] : [current]), ...old];
}

/** Every key that has a version, in order. */
export async function allKeys(bucketFolder: string): Promise<readonly string[]> {
  const current = await currentObjects(bucketFolder);
  const old = await Promise.all(
    (await namesIn(path.join(bucketFolder, FOLDER))).map(async (name) =>
      newestOld(oldFolder(bucketFolder, name)),
    ),
  );
  const keys = [...current, ...old].flatMap((version) => version?.key ?? []);
  return [...new Set(keys)].toSorted(compareKeys);
}

/** S3 lists keys in the order of their UTF-8 bytes. */
export function compareKeys(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Makes it the current version; the one before becomes an old one. Resolves to its id. */
export async function addVersion(
  bucketFolder: string,
  object: Unnumbered,
  now: number,
): Promise<string> {
  const file = currentFile(bucketFolder, object.key);
  const folder = oldFolder(bucketFolder, fileNameOf(object.key));
  const current = await readObject(file);
  const versionId = idAfter(current ?? (await newestOld(folder)), now);
  if (current !== undefined) await writeObject(path.join(folder, current.versionId), current);
  if (object.isDeleteMarker) {
    await writeObject(path.join(folder, versionId), { ...object, versionId });
    await rm(file, { force: true });
  } else {
    await writeObject(file, { ...object, versionId });
  }
  for (const id of (await oldIds(folder)).slice(OLD_VERSIONS_KEPT)) {
    await rm(path.join(folder, id), { force: true });
  }
  return versionId;
}

/** Removes it for good. Where it was the current one, the one before is current again. */
export async function removeVersion(
  bucketFolder: string,
  { key, versionId }: StoredObject,
): Promise<void> {
  const file = currentFile(bucketFolder, key);
  const folder = oldFolder(bucketFolder, fileNameOf(key));
  const current = await readObject(file);
  const isCurrent = current?.versionId === versionId;
  await rm(path.join(folder, versionId), { force: true });
  if (isCurrent) await rm(file, { force: true });
  if (current !== undefined && !isCurrent) return;
  const newest = await newestOld(folder);
  if (newest === undefined || newest.isDeleteMarker) return;
  await writeObject(file, newest);
  await rm(path.join(folder, newest.versionId), { force: true });
}

export function isOlder(versionId: string, than: string): boolean {
  return numberOf(versionId) < numberOf(than);
}

/** Microseconds of the clock, or one more than the one before: the clock of a test may be stopped. */
function idAfter(newest: StoredObject | undefined, now: number): string {
  const number = Math.max(now * 1000, newest === undefined ? 0 : numberOf(newest.versionId) + 1);
  return String(number).padStart(ID_DIGITS, '0');
}

function numberOf(versionId: string): number {
  return versionId === 'null' ? 0 : Number(versionId);
}

async function newestOld(folder: string): Promise<StoredObject | undefined> {
  const [id] = await oldIds(folder);
  return id === undefined ? undefined : readObject(path.join(folder, id));
}

/** The newest first. */
async function oldIds(folder: string): Promise<readonly string[]> {
  return (await namesIn(folder)).toSorted((one, other) => numberOf(other) - numberOf(one));
}

function currentFile(bucketFolder: string, key: string): string {
  return path.join(bucketFolder, fileNameOf(key));
}

/** @param name - of the current file. */
function oldFolder(bucketFolder: string, name: string): string {
  return path.join(bucketFolder, FOLDER, name);
}

/** A person recognises the key; the hash keeps apart what only differs in case or after 100 characters. */
function fileNameOf(key: string): string {
  const readable = encodeURIComponent(key).replaceAll('.', '%2E').slice(0, 100);
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 16);
  return `${readable}.${hash}`;
}

/** The names of what is in a folder, without what is hidden; none where it is missing. */
async function namesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorName(error) === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => !name.startsWith('.'));
}

async function readAll(folder: string, names: readonly string[]): Promise<StoredObject[]> {
  const read = await Promise.all(names.map(async (name) => readObject(path.join(folder, name))));
  return read.filter((version) => version !== undefined);
}

async function readObject(file: string): Promise<StoredObject | undefined> {
  const content = await readFile(file).catch((error: unknown) => {
    if (errorName(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (content === undefined) return undefined;
  const end = content.indexOf(NEWLINE);
  const about = v.parse(About, JSON.parse(content.toString('utf8', 0, end)));
  return { ...about, bytes: content.subarray(end + 1) };
}

/** A reader, or we ourselves after a crash, see the old file or the new one and nothing between. */
async function writeObject(file: string, { bytes, ...about }: StoredObject): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  const draft = path.join(folder, `.${randomUUID()}.draft`);
  await writeFile(draft, Buffer.concat([Buffer.from(`${JSON.stringify(about)}\n`), bytes]));
  await rename(draft, file);
}
