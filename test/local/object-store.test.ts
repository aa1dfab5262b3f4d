import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startObjectStore } from '../../local/object-store.ts';
import type { StandIn } from '../../local/stand-in.ts';

const Bucket = 'last-good';
const Key = 'v1/startups';

let base: string;
let store: StandIn;
let s3: S3Client;

async function start(): Promise<void> {
  store = await startObjectStore(path.join(base, 'store'));
  s3 = new S3Client({ endpoint: store.url, maxAttempts: 1 });
}
async function stop(): Promise<void> {
  s3.destroy();
  await store.close();
}

beforeEach(async () => {
  base = mkdtempSync(path.join(tmpdir(), 'object-store-'));
  await start();
});
afterEach(async () => {
  await stop();
  rmSync(base, { recursive: true });
});

type Options = Partial<Omit<PutObjectCommandInput, 'Body'>>;

const put = (Body: string | Uint8Array, options: Options = {}) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body, ...options }));
const get = (options: Partial<GetObjectCommandInput> = {}) =>
  s3.send(new GetObjectCommand({ Bucket, Key, ...options }));
const text = async (options: Partial<GetObjectCommandInput> = {}) =>
  (await get(options)).Body?.transformToString();
const remove = (options: { Key?: string } = {}) =>
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

test('an object that is deleted is gone, and can be created again', async () => {
  await put('first');
  await remove();
  await remove();
  await expect(get()).rejects.toMatchObject({ name: 'NoSuchKey' });
  await put('second', { IfNoneMatch: '*' });

  expect(await text()).toBe('second');
});

test('objects are there again after a restart', async () => {
  await put('first');
  await stop();
  await start();

  expect(await text()).toBe('first');
});
