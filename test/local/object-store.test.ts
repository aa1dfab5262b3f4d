import {
  GetObjectCommand,
  type GetObjectCommandInput,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';

import { startObjectStore } from '../../local/object-store.ts';
import type { StandIn } from '../../local/stand-in.ts';

const Bucket = 'last-good';
const Key = 'v1/startups';

let store: StandIn;
let s3: S3Client;

beforeEach(async () => {
  store = await startObjectStore();
  s3 = new S3Client({ endpoint: store.url, maxAttempts: 1 });
});
afterEach(async () => {
  s3.destroy();
  await store.close();
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
