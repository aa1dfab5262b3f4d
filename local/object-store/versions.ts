/**
 * The versions of each object, as in a bucket with versioning on. The current one is a file in the bucket's folder; the
 * ones before it, and the delete markers, are files in `.versions/<name of that file>/<version id>`.
 *
 * Whoever changes something holds the key's turn (`answer-request.ts`).
 */

import path from 'node:path';

import {
  fileNameOf,
  namesIn,
  readObjectFile,
  removeObjectFile,
  type StoredObject,
  writeObjectFile,
} from './object-files.ts';

/** S3 has no such bound, but this is somebody's laptop: of each key, the newest so many old versions stay. */
export const OLD_VERSIONS_KEPT = 50;

const FOLDER = '.versions';
const ID_DIGITS = 16;

export type Unnumbered = Omit<StoredObject, 'versionId'>;

export async function currentObject(
  bucketFolder: string,
  key: string,
): Promise<StoredObject | undefined> {
  return readObjectFile(currentFile(bucketFolder, key));
}

/** The newest first, delete markers too. */
export async function allVersions(
  bucketFolder: string,
  key: string,
): Promise<readonly StoredObject[]> {
  const current = await currentObject(bucketFolder, key);
  const old = await oldVersions(bucketFolder, fileNameOf(key));
  return [...(current === undefined ? [] : [current]), ...old];
}

/** Every key that has a version, in the order of their bytes. */
export async function allKeys(bucketFolder: string): Promise<readonly string[]> {
  const current = await Promise.all(
    (await namesIn(bucketFolder)).map(async (name) =>
      readObjectFile(path.join(bucketFolder, name)),
    ),
  );
  const old = await Promise.all(
    (await namesIn(path.join(bucketFolder, FOLDER))).map(async (name) =>
      newestOld(bucketFolder, name),
    ),
  );
  const keys = [...current, ...old].flatMap((version) =>
    version === undefined ? [] : [version.key],
  );
  return [...new Set(keys)].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

/** Makes it the current version; the one before becomes an old one. Resolves to its id. */
export async function addVersion(
  bucketFolder: string,
  object: Unnumbered,
  now: number,
): Promise<string> {
  const { key } = object;
  const current = await currentObject(bucketFolder, key);
  const newest = current ?? (await newestOld(bucketFolder, fileNameOf(key)));
  const versionId = idAfter(newest, now);
  if (current !== undefined) await keepAsOld(bucketFolder, current);
  if (object.isDeleteMarker) {
    await keepAsOld(bucketFolder, { ...object, versionId });
    await removeObjectFile(currentFile(bucketFolder, key));
  } else {
    await writeObjectFile(currentFile(bucketFolder, key), { ...object, versionId });
  }
  await forgetOldest(bucketFolder, key);
  return versionId;
}

/** Removes it for good. Where it was the current one, the one before is current again. */
export async function removeVersion(
  bucketFolder: string,
  { key, versionId }: StoredObject,
): Promise<void> {
  const current = await currentObject(bucketFolder, key);
  const isCurrent = current?.versionId === versionId;
  await removeObjectFile(oldFile(bucketFolder, key, versionId));
  if (isCurrent) await removeObjectFile(currentFile(bucketFolder, key));
  if (current !== undefined && !isCurrent) return;
  const newest = await newestOld(bucketFolder, fileNameOf(key));
  if (newest === undefined || newest.isDeleteMarker) return;
  await writeObjectFile(currentFile(bucketFolder, key), newest);
  await removeObjectFile(oldFile(bucketFolder, key, newest.versionId));
}

export function isOlder(versionId: string, than: string): boolean {
  return numberOf(versionId) < numberOf(than);
}

async function oldVersions(bucketFolder: string, name: string): Promise<readonly StoredObject[]> {
  const folder = path.join(bucketFolder, FOLDER, name);
  const ids = await oldIds(folder);
  const read = await Promise.all(ids.map(async (id) => readObjectFile(path.join(folder, id))));
  return read.flatMap((version) => (version === undefined ? [] : [version]));
}

async function newestOld(bucketFolder: string, name: string): Promise<StoredObject | undefined> {
  const folder = path.join(bucketFolder, FOLDER, name);
  const [id] = await oldIds(folder);
  return id === undefined ? undefined : readObjectFile(path.join(folder, id));
}

/** The newest first. */
async function oldIds(folder: string): Promise<readonly string[]> {
  return (await namesIn(folder)).toSorted((one, other) => numberOf(other) - numberOf(one));
}

/** Microseconds of the clock, or one more than the one before: the clock of a test stands still. */
function idAfter(newest: StoredObject | undefined, now: number): string {
  const number = Math.max(now * 1000, newest === undefined ? 0 : numberOf(newest.versionId) + 1);
  return String(number).padStart(ID_DIGITS, '0');
}

function numberOf(versionId: string): number {
  return versionId === 'null' ? 0 : Number(versionId);
}

async function keepAsOld(bucketFolder: string, version: StoredObject): Promise<void> {
  await writeObjectFile(oldFile(bucketFolder, version.key, version.versionId), version);
}

async function forgetOldest(bucketFolder: string, key: string): Promise<void> {
  const folder = path.join(bucketFolder, FOLDER, fileNameOf(key));
  for (const id of (await oldIds(folder)).slice(OLD_VERSIONS_KEPT)) {
    await removeObjectFile(path.join(folder, id));
  }
}

function currentFile(bucketFolder: string, key: string): string {
  return path.join(bucketFolder, fileNameOf(key));
}

function oldFile(bucketFolder: string, key: string, versionId: string): string {
  return path.join(bucketFolder, FOLDER, fileNameOf(key), versionId);
}
