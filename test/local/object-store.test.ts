import {
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

test('objects are there again after a restart', async () => {
  await put('first');
  await stop();
  await start();

  expect(await text()).toBe('first');
});
