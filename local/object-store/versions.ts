/**
 * Objects on disk with their versions, as in a bucket with versioning on: a folder for each key, and in it a file for each
 * version and each delete marker, whose name is its id. A file is a line of JSON, the object's headers, and then its bytes.
 *
 * Writes to one key must not overlap (`start-object-store.ts`).
 */

import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import * as v from 'valibot';

import { errorName } from '../../lambda/aws/errors.ts';

export interface StoredObject {
  /** What comes back with the object: content type, cache control and user metadata. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

export interface Version {
  readonly key: string;
  /** The greater is the newer. */
  readonly versionId: string;
}

/** S3 has no such bound, but this is somebody's laptop: of each key, this many of the newest old versions stay. */
const OLD_VERSIONS_KEPT = 50;

const ID_DIGITS = 16;
const MARKER = '.deleted';
const NEWLINE = 10;

/** Whether it marks the moment at which the object was deleted. */
export function isDeleteMarker({ versionId }: Version): boolean {
  return versionId.endsWith(MARKER);
}

/** When it was written, as HTTP says it. */
export function lastModified({ versionId }: Version): string {
  return new Date(Number(versionId) / 1000).toUTCString();
}

/** What is current; nothing where the newest version is a delete marker. */
export async function currentObject(
  bucketFolder: string,
  key: string,
): Promise<(StoredObject & Version) | undefined> {
  const folder = folderOf(bucketFolder, key);
  const [versionId] = await namesIn(folder);
  if (versionId === undefined || isDeleteMarker({ key, versionId })) return undefined;
  const content = await readFile(path.join(folder, versionId));
  const end = content.indexOf(NEWLINE);
  const headers = v.parse(Headers, JSON.parse(content.toString('utf8', 0, end)));
  return { key, versionId, headers, bytes: content.subarray(end + 1) };
}

const Headers = v.record(v.string(), v.string());

/** Of each key that begins with the prefix, its versions and delete markers, the newest first. */
export async function versionsByKey(
  bucketFolder: string,
  prefix: string,
): Promise<readonly (readonly Version[])[]> {
  const keys = (await namesIn(bucketFolder)).toReversed().map(decodeURIComponent);
  return Promise.all(
    keys
      .filter((key) => key.startsWith(prefix))
      .map(async (key) => {
        const ids = await namesIn(folderOf(bucketFolder, key));
        return ids.map((versionId) => ({ key, versionId }));
      }),
  );
}

/** Makes it, or a delete marker, the newest version of its key. @param now - milliseconds since the Unix epoch. */
export async function addVersion(
  bucketFolder: string,
  key: string,
  object: StoredObject | 'delete marker',
  now: number,
): Promise<Version> {
  const folder = folderOf(bucketFolder, key);
  const ids = await namesIn(folder);
  // Microseconds of the clock, or one more than the one before: the clock of a test may be stopped.
  const number = Math.max(now * 1000, Number.parseInt(ids[0] ?? '0') + 1);
  const suffix = object === 'delete marker' ? MARKER : '';
  const versionId = `${String(number).padStart(ID_DIGITS, '0')}${suffix}`;
  await mkdir(folder, { recursive: true });
  // A reader, or we ourselves after a crash, see the whole file or none.
  const draft = path.join(folder, `.${randomUUID()}.draft`);
  await writeFile(draft, object === 'delete marker' ? '' : contentOf(object));
  await rename(draft, path.join(folder, versionId));
  for (const id of ids.slice(OLD_VERSIONS_KEPT)) await rm(path.join(folder, id), { force: true });
  return { key, versionId };
}

function contentOf({ headers, bytes }: StoredObject): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(headers)}\n`), bytes]);
}

/** Removes it for good. Where it was the newest, the one before is again. */
export async function removeVersion(
  bucketFolder: string,
  { key, versionId }: Version,
): Promise<void> {
  const folder = folderOf(bucketFolder, key);
  if ((await namesIn(folder)).includes(versionId)) await rm(path.join(folder, versionId));
}

function folderOf(bucketFolder: string, key: string): string {
  return path.join(bucketFolder, encodeURIComponent(key).replaceAll('.', '%2E'));
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
