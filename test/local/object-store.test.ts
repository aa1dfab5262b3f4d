import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';

import { startObjectStore } from '../../local/object-store.ts';
import type { StandIn } from '../../local/stand-in.ts';

const Bucket = 'last-good';

let store: StandIn;
let s3: S3Client;
beforeAll(async () => {
  store = await startObjectStore();
  s3 = new S3Client({ endpoint: store.url, maxAttempts: 1 });
});
afterAll(async () => {
  s3.destroy();
  await store.close();
});

const put = (Key: string, Body: string, condition: object = {}) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body, ...condition }));
const text = async (Key: string) =>
  (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();
const failed = { name: 'PreconditionFailed', $metadata: { httpStatusCode: 412 } };

test('a write with If-None-Match: * creates an object, but does not overwrite an existing one', async () => {
  await put('v1/startups', 'first', { IfNoneMatch: '*' });

  await expect(put('v1/startups', 'second', { IfNoneMatch: '*' })).rejects.toMatchObject(failed);
  expect(await text('v1/startups')).toBe('first');
});

test('a write with If-Match overwrites an object only if it still has the given ETag', async () => {
  const { ETag } = await put('v1/jobs', 'first');
  await put('v1/jobs', 'second', { IfMatch: ETag });

  await expect(put('v1/jobs', 'third', { IfMatch: ETag })).rejects.toMatchObject(failed);
  expect(await text('v1/jobs')).toBe('second');
});
