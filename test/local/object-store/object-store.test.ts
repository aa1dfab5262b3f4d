import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';

import {
  type ObjectStore,
  startObjectStore,
} from '../../../local/object-store/start-object-store.ts';
import { exchange } from '../../support/http/exchange.ts';
import { VirtualClock } from '../../support/time/virtual-clock.ts';

const Bucket = 'last-good';
const Key = 'v1/startups';

/** Of each key. */
const OLD_VERSIONS_KEPT = 50;

let base: string;
let clock: VirtualClock;
let store: ObjectStore;
let s3: S3Client;

async function start(): Promise<void> {
  store = await startObjectStore({ folder: path.join(base, 'store'), clock });
  s3 = new S3Client({ endpoint: store.url, maxAttempts: 1 });
}
async function stop(): Promise<void> {
  s3.destroy();
  await store.close();
}

beforeEach(async () => {
  base = mkdtempSync(path.join(tmpdir(), 'object-store-'));
  clock = new VirtualClock(Date.parse('2026-11-20T08:00:00.500Z'));
  await start();
});
afterEach(async () => {
  await stop();
  rmSync(base, { recursive: true });
});

type Options = Partial<Omit<PutObjectCommandInput, 'Body'>>;

const put = (Body: string | Uint8Array | Readable, options: Options = {}) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body, ...options }));
const get = (options: Partial<GetObjectCommandInput> = {}) =>
  s3.send(new GetObjectCommand({ Bucket, Key, ...options }));
const text = async (options: Partial<GetObjectCommandInput> = {}) =>
  (await get(options)).Body?.transformToString();
const remove = (options: { Key?: string; VersionId?: string } = {}) =>
  s3.send(new DeleteObjectCommand({ Bucket, Key, ...options }));

test('an object comes back with its bytes and its headers', async () => {
  const ETag = '"5d41402abc4b2a76b9719d911017c592"';
  const headers = {
    ContentType: 'application/json',
    CacheControl: 'max-age=60',
    Metadata: { 'cached-at': '2026-11-20T08:00:00Z' },
  };
  const written = await put('hello', headers);

  const { Body, ...read } = await get();

  expect(await Body?.transformToString()).toBe('hello');
  expect(written).toMatchObject({ ETag });
  expect(read).toMatchObject({ ...headers, ETag, ContentLength: 5 });
  expect(read.LastModified).toEqual(new Date('2026-11-20T08:00:00.000Z'));
});

test('bytes survive as they are', async () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
  await put(bytes);

  expect(await (await get()).Body?.transformToByteArray()).toEqual(bytes);
});

test('what is not there has the error that S3 has', async () => {
  await expect(get()).rejects.toMatchObject({
    name: 'NoSuchKey',
    $metadata: { httpStatusCode: 404 },
  });
  await expect(get({ Bucket: 'other' })).rejects.toMatchObject({ name: 'NoSuchKey' });
});

test('If-None-Match: * creates and never overwrites', async () => {
  await put('first', { IfNoneMatch: '*' });

  await expect(put('second', { IfNoneMatch: '*' })).rejects.toMatchObject({
    name: 'PreconditionFailed',
    $metadata: { httpStatusCode: 412 },
  });
  expect(await text()).toBe('first');
});

test('If-Match overwrites what the writer has seen, and nothing else', async () => {
  const { ETag } = await put('first');
  await put('second', { IfMatch: ETag });

  await expect(put('third', { IfMatch: ETag })).rejects.toMatchObject({
    name: 'PreconditionFailed',
  });
  expect(await text()).toBe('second');
});

test('If-Match on a missing key is NoSuchKey', async () => {
  await expect(put('x', { IfMatch: '"abc"' })).rejects.toMatchObject({
    name: 'NoSuchKey',
    $metadata: { httpStatusCode: 404 },
  });
});

test('of many writers that saw the same object a single one wins', async () => {
  const { ETag } = await put('first');
  const bodies = Array.from({ length: 10 }, (_, index) => `writer ${index}`);

  const results = await Promise.allSettled(bodies.map((body) => put(body, { IfMatch: ETag })));

  const winners = bodies.filter((_, index) => results[index]?.status === 'fulfilled');
  expect(winners).toEqual([await text()]);
});

test.each<[string, () => Promise<unknown>]>([
  ['a conditional read', async () => get({ IfNoneMatch: '"abc"' })],
  ['a body in chunks', async () => put(Readable.from(['x']), { ContentLength: 1 })],
  ['a version', async () => get({ VersionId: '1' })],
  ['the end of a version', async () => remove({ VersionId: '1' })],
  [
    'a list with a delimiter',
    async () => s3.send(new ListObjectsV2Command({ Bucket, Delimiter: '/' })),
  ],
])('%s is not implemented, and says so', async (_what, operation) => {
  await expect(operation()).rejects.toMatchObject({ $metadata: { httpStatusCode: 501 } });
});

test.each([
  '../escape',
  '..',
  '.',
  'a/../../../escape',
  'a//b',
  'ünï cödé?&+%2F',
  'v1',
  'v1/startups/below',
])('the key %j stays in its bucket', async (key) => {
  await put('other');
  await put('hello', { Key: key });

  expect(await text({ Key: key })).toBe('hello');
  expect(await text()).toBe('other');
  expect(readdirSync(base)).toEqual(['store']);
  expect(readdirSync(path.join(base, 'store'))).toEqual([Bucket]);
  expect(readdirSync(path.join(base, 'store', Bucket))).toEqual(['versions']);
  expect(readdirSync(path.join(base, 'store', Bucket, 'versions'))).toHaveLength(2);
});

test('an escape that only a raw client can send is not followed', async () => {
  await put('hello');

  const raw = await exchange(
    store.url,
    `GET /${Bucket}/../${Bucket}/${Key} HTTP/1.1\r\nHost: local\r\nConnection: close\r\n\r\n`,
  );

  expect(raw.text).toContain('NoSuchKey');
});

test.each([
  ['denied', 'AccessDenied', 403],
  ['unavailable', 'ServiceUnavailable', 503],
  ['throttled', 'SlowDown', 503],
  ['broken', 'InternalError', 500],
  ['conflict', 'ConditionalRequestConflict', 409],
])('with the fault %s it answers %s', async (fault, name, httpStatusCode) => {
  await store.faults.set(fault);

  await expect(get()).rejects.toMatchObject({ name, $metadata: { httpStatusCode } });
  expect(store.calls.of('GET')).toBe(1);
});

test('a list has each current object once', async () => {
  const keys = ['a b&<c>', 'v1/founders', 'v1/jobs', 'v1/startups'];
  for (const key of [...keys.toReversed(), 'v1/jobs']) await put(key, { Key: key });
  await remove({ Key: 'v1/founders' });

  const { Contents = [], KeyCount } = await s3.send(new ListObjectsV2Command({ Bucket }));

  expect(Contents.map((each) => each.Key)).toEqual(keys.filter((key) => key !== 'v1/founders'));
  expect(KeyCount).toBe(3);
});

describe('versions', () => {
  const list = () => s3.send(new ListObjectVersionsCommand({ Bucket, Prefix: Key }));
  const versionIds = async () => ((await list()).Versions ?? []).map(({ VersionId }) => VersionId);
  const deleteForGood = (...Objects: { Key: string; VersionId: string | undefined }[]) =>
    s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));

  test('each put makes one, the newest is first and the latest', async () => {
    const ids = [];
    for (const body of ['first', 'second', 'third']) ids.push((await put(body)).VersionId);

    const { Versions = [] } = await list();

    expect(Versions.map(({ VersionId, IsLatest }) => [VersionId, IsLatest])).toEqual([
      [ids[2], true],
      [ids[1], false],
      [ids[0], false],
    ]);
    expect(Versions[2]).toMatchObject({ Key });
    expect(await get()).toMatchObject({ VersionId: ids[2] });
  });

  test('are of every key with the prefix, and of no other', async () => {
    await put('first');
    await put('below', { Key: `${Key}/below` });
    await put('other', { Key: 'v1/jobs' });

    const { Versions = [] } = await list();

    expect(Versions.map((each) => each.Key)).toEqual([Key, `${Key}/below`]);
  });

  test('a delete hides the object behind a marker, and it can be created again', async () => {
    const { VersionId: first } = await put('first');
    const { DeleteMarker, VersionId: marker } = await remove();
    await remove();
    const hidden = await list();
    await expect(get()).rejects.toMatchObject({ name: 'NoSuchKey' });
    await put('second', { IfNoneMatch: '*' });

    expect(DeleteMarker).toBe(true);
    expect(hidden).toMatchObject({
      DeleteMarkers: [{ IsLatest: true }, { VersionId: marker, IsLatest: false }],
      Versions: [{ VersionId: first, IsLatest: false }],
    });
    expect(await text()).toBe('second');
    expect(await list()).toMatchObject({ Versions: [{ IsLatest: true }, { IsLatest: false }] });
  });

  test('that are deleted are gone for good, and the one before the current one takes its place', async () => {
    const { VersionId: first } = await put('first');
    const { VersionId: second } = await put('second');
    const { VersionId: third } = await put('third');
    const { VersionId: other } = await put('other', { Key: 'a key & <more>' });

    const { Errors } = await deleteForGood(
      { Key, VersionId: second },
      { Key, VersionId: third },
      { Key, VersionId: 'unknown' },
      { Key, VersionId: `../../${first}` },
      { Key: 'a key & <more>', VersionId: other },
    );

    expect(Errors).toBeUndefined();
    expect(await text()).toBe('first');
    expect(await versionIds()).toEqual([first]);
    await expect(get({ Key: 'a key & <more>' })).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  test('without its marker a deleted object is there again', async () => {
    await put('hello');
    await deleteForGood({ Key, VersionId: (await remove()).VersionId });

    expect(await text()).toBe('hello');
  });

  test('are there again after a restart, and go on', async () => {
    const { VersionId: first } = await put('first');
    await stop();
    await start();
    const before = await text();
    const { VersionId: second } = await put('second');

    expect(before).toBe('first');
    expect(await versionIds()).toEqual([second, first]);
  });

  test(`${OLD_VERSIONS_KEPT} old ones stay`, async () => {
    const { VersionId: first } = await put('first');
    for (let count = 0; count <= OLD_VERSIONS_KEPT; count += 1) await put(`later ${count}`);

    const ids = await versionIds();

    expect(ids).toHaveLength(OLD_VERSIONS_KEPT + 1);
    expect(ids).not.toContain(first);
  });
});
