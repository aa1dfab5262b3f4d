import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import {
  type ObjectStore,
  startObjectStore,
} from '../../../local/object-store/start-object-store.ts';
import { OLD_VERSIONS_KEPT } from '../../../local/object-store/versions.ts';
import { VirtualClock } from '../../support/time/virtual-clock.ts';

const Bucket = 'last-good';
const Key = 'v1/founders';

let folder: string;
let store: ObjectStore;
let s3: S3Client;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'versions-'));
  store = await startObjectStore({ folder, buckets: [Bucket], clock: new VirtualClock() });
  s3 = new S3Client({ endpoint: store.url, maxAttempts: 1 });
});
afterEach(async () => {
  s3.destroy();
  await store.close();
  rmSync(folder, { recursive: true });
});

const put = async (body: string, key = Key): Promise<string> => {
  const { VersionId = '' } = await s3.send(
    new PutObjectCommand({ Bucket, Key: key, Body: body, Metadata: { body } }),
  );
  return VersionId;
};
const get = async (VersionId?: string) =>
  s3.send(new GetObjectCommand({ Bucket, Key, ...(VersionId === undefined ? {} : { VersionId }) }));
const text = async (versionId?: string) => (await get(versionId)).Body?.transformToString();
const remove = async (VersionId?: string) =>
  s3.send(
    new DeleteObjectCommand({ Bucket, Key, ...(VersionId === undefined ? {} : { VersionId }) }),
  );
const list = async (): Promise<ListObjectVersionsCommandOutput> =>
  s3.send(new ListObjectVersionsCommand({ Bucket, Prefix: Key }));

test('each put makes a version, and the ones before can still be read', async () => {
  const ids = [await put('first'), await put('second'), await put('third')];

  const { Versions = [] } = await list();

  expect(Versions.map(({ VersionId, IsLatest }) => [VersionId, IsLatest])).toEqual([
    [ids[2], true],
    [ids[1], false],
    [ids[0], false],
  ]);
  expect(Versions[2]).toMatchObject({ Key, Size: 5, ETag: '"8b04d5e3775d298e78455efc5ca404d5"' });
  expect(await Promise.all(ids.map(text))).toEqual(['first', 'second', 'third']);
  expect(await get(ids[0])).toMatchObject({ VersionId: ids[0], Metadata: { body: 'first' } });
  expect(await get()).toMatchObject({ VersionId: ids[2] });
});

test('a delete without a version hides the object behind a marker', async () => {
  const id = await put('hello');

  const { DeleteMarker, VersionId = '' } = await remove();

  expect(DeleteMarker).toBe(true);
  await expect(get()).rejects.toMatchObject({ name: 'NoSuchKey' });
  await expect(get(VersionId)).rejects.toMatchObject({ $metadata: { httpStatusCode: 405 } });
  expect(await text(id)).toBe('hello');
  expect(await list()).toMatchObject({
    DeleteMarkers: [{ Key, VersionId, IsLatest: true }],
    Versions: [{ VersionId: id, IsLatest: false }],
  });
});

test('an object that was deleted can be created', async () => {
  await put('first');
  await remove();
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'second', IfNoneMatch: '*' }));

  expect(await text()).toBe('second');
  expect((await list()).Versions).toHaveLength(2);
  expect((await list()).DeleteMarkers).toMatchObject([{ IsLatest: false }]);
});

test('a delete of a version is for good, and the one before the current one takes its place', async () => {
  const first = await put('first');
  const second = await put('second');
  const third = await put('third');

  await remove(second);
  await remove(third);

  expect(await text()).toBe('first');
  await expect(get(third)).rejects.toMatchObject({ name: 'NoSuchVersion' });
  expect((await list()).Versions).toMatchObject([{ VersionId: first, IsLatest: true }]);
});

test('without its marker a deleted object is there again', async () => {
  await put('hello');
  const { VersionId } = await remove();

  expect(await remove(VersionId)).toMatchObject({ DeleteMarker: true });

  expect(await text()).toBe('hello');
});

test('a version that is not there is NoSuchVersion to read and no error to delete', async () => {
  await put('hello');

  await expect(get('../../escape')).rejects.toMatchObject({ name: 'NoSuchVersion' });
  await remove('../../escape');

  expect(await text()).toBe('hello');
});

test('versions are listed in pages', async () => {
  for (const body of ['first', 'second', 'third']) await put(body);
  await remove();
  for (const body of ['a', 'b']) await put(body, `${Key}/below`);
  await put('other', 'v1/startups');

  const pages: string[][] = [];
  let page: Partial<ListObjectVersionsCommandOutput> | undefined = {};
  while (page !== undefined) {
    const next: ListObjectVersionsCommandOutput = await s3.send(
      new ListObjectVersionsCommand({
        Bucket,
        Prefix: Key,
        MaxKeys: 2,
        KeyMarker: page.NextKeyMarker,
        VersionIdMarker: page.NextVersionIdMarker,
      }),
    );
    const { Versions = [], DeleteMarkers = [] } = next;
    pages.push([...DeleteMarkers.map(() => 'marker'), ...Versions.map((each) => each.Key ?? '')]);
    page = next.IsTruncated === true ? next : undefined;
  }

  expect(pages).toEqual([
    ['marker', Key],
    [Key, Key],
    [`${Key}/below`, `${Key}/below`],
  ]);
});

test('many versions are deleted at once, and what is not there is no error', async () => {
  const old = [await put('first'), await put('second'), 'unknown'];
  await put('third', 'a key & <more>');
  const marked = await put('third');

  const { Deleted, Errors } = await s3.send(
    new DeleteObjectsCommand({
      Bucket,
      Delete: {
        Objects: [
          ...old.map((VersionId) => ({ Key, VersionId })),
          { Key: 'a key & <more>', VersionId: undefined },
        ],
      },
    }),
  );

  expect(Errors).toBeUndefined();
  expect(Deleted?.map((each) => each.Key)).toEqual([Key, Key, Key, 'a key & <more>']);
  expect((await list()).Versions).toMatchObject([{ VersionId: marked }]);
});

test('versions are there again after a restart, and go on', async () => {
  const first = await put('first');
  await store.close();
  store = await startObjectStore({ folder, buckets: [Bucket], clock: new VirtualClock() });
  s3 = new S3Client({ endpoint: store.url, maxAttempts: 1 });

  const second = await put('second');

  expect((await list()).Versions).toMatchObject([{ VersionId: second }, { VersionId: first }]);
});

test(`of a key ${OLD_VERSIONS_KEPT} old versions stay`, async () => {
  const first = await put('first');
  for (let count = 0; count <= OLD_VERSIONS_KEPT; count += 1) await put(`later ${count}`);

  expect((await list()).Versions).toHaveLength(OLD_VERSIONS_KEPT + 1);
  await expect(get(first)).rejects.toMatchObject({ name: 'NoSuchVersion' });
});
