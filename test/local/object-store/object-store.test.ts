import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  type ListObjectsV2CommandOutput,
  paginateListObjectsV2,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';

import {
  type ObjectStore,
  startObjectStore,
} from '../../../local/object-store/start-object-store.ts';
import { VirtualClock } from '../../support/time/virtual-clock.ts';

const Bucket = 'last-good';
const Key = 'v1/startups';

let base: string;
let clock: VirtualClock;
let store: ObjectStore;
let s3: S3Client;

beforeEach(async () => {
  base = mkdtempSync(path.join(tmpdir(), 'object-store-'));
  clock = new VirtualClock(Date.parse('2026-11-20T08:00:00.500Z'));
  store = await startObjectStore({ folder: path.join(base, 'store'), buckets: [Bucket], clock });
  s3 = new S3Client({ endpoint: store.url, maxAttempts: 1 });
});
afterEach(async () => {
  s3.destroy();
  await store.close();
  rmSync(base, { recursive: true });
});

type Options = Partial<Omit<PutObjectCommandInput, 'Body'>>;

const put = (Body: string | Uint8Array | Readable, options: Options = {}) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body, ...options }));
const get = (options: Partial<GetObjectCommandInput> = {}) =>
  s3.send(new GetObjectCommand({ Bucket, Key, ...options }));
const list = (
  options: Partial<ListObjectsV2CommandInput> = {},
): Promise<ListObjectsV2CommandOutput> => s3.send(new ListObjectsV2Command({ Bucket, ...options }));
const text = async (options: Partial<GetObjectCommandInput> = {}) =>
  (await get(options)).Body?.transformToString();

test('an object comes back with its bytes and its headers', async () => {
  const ETag = '"5d41402abc4b2a76b9719d911017c592"';
  const headers = {
    ContentType: 'application/json',
    CacheControl: 'max-age=60',
    ContentEncoding: 'br',
    Metadata: { 'cached-at': '2026-11-20T08:00:00Z' },
  };
  const written = await put('hello', headers);

  const { Body, ...read } = await get();

  expect(await Body?.transformToString()).toBe('hello');
  expect(written).toMatchObject({ ETag });
  expect(read).toMatchObject({ ...headers, ETag, ContentLength: 5 });
  expect(read.LastModified).toEqual(new Date('2026-11-20T08:00:00.000Z'));
});

test('HEAD answers the same without the bytes', async () => {
  await put('hello', { Metadata: { kind: 'test' } });

  const head = await s3.send(new HeadObjectCommand({ Bucket, Key }));

  expect(head).toMatchObject({ ContentLength: 5, Metadata: { kind: 'test' } });
});

test('bytes survive as they are', async () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
  await put(bytes);

  expect(await (await get()).Body?.transformToByteArray()).toEqual(bytes);
});

test('objects are there again after a restart', async () => {
  await put('hello');
  await store.close();
  store = await startObjectStore({ folder: path.join(base, 'store'), buckets: [Bucket] });
  s3 = new S3Client({ endpoint: store.url, maxAttempts: 1 });

  expect(await text()).toBe('hello');
});

test('a deleted object is gone, and deleting it again is no error', async () => {
  await put('hello');
  await s3.send(new DeleteObjectCommand({ Bucket, Key }));
  await s3.send(new DeleteObjectCommand({ Bucket, Key }));

  await expect(get()).rejects.toMatchObject({ name: 'NoSuchKey' });
});

test('what is not there has the error that S3 has', async () => {
  await expect(get()).rejects.toMatchObject({
    name: 'NoSuchKey',
    $metadata: { httpStatusCode: 404 },
  });
  await expect(s3.send(new HeadObjectCommand({ Bucket, Key }))).rejects.toMatchObject({
    name: 'NotFound',
  });
  await expect(get({ Bucket: 'other' })).rejects.toMatchObject({ name: 'NoSuchBucket' });
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
  ['a list with a delimiter', async () => list({ Delimiter: '/' })],
])('%s is not implemented, and says so', async (_what, operation) => {
  await expect(operation()).rejects.toMatchObject({ $metadata: { httpStatusCode: 501 } });
});

test.each<[string, Options, string]>([
  ['a wrong CRC32', { ChecksumCRC32: 'AAAAAA==' }, 'BadDigest'],
  ['an MD5', { ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==' }, 'NotImplemented'],
  ['a checksum that we do not compute', { ChecksumAlgorithm: 'SHA256' }, 'NotImplemented'],
  ['too much metadata', { Metadata: { big: 'x'.repeat(2048) } }, 'MetadataTooLarge'],
])('%s is refused', async (_what, options, name) => {
  await expect(put('hello', options)).rejects.toMatchObject({ name });
  await expect(get()).rejects.toMatchObject({ name: 'NoSuchKey' });
});

test.each([
  '../escape',
  '..',
  '.',
  'a/../../../escape',
  'a//b',
  'ünï cödé?&+%2F',
  'x'.repeat(1024),
  'v1',
  'v1/startups/below',
])('the key %j stays in its bucket', async (key) => {
  await put('other');
  await put('hello', { Key: key });

  expect(await text({ Key: key })).toBe('hello');
  expect(await text()).toBe('other');
  expect(readdirSync(base)).toEqual(['store']);
  expect(readdirSync(path.join(base, 'store'))).toEqual([Bucket]);
  expect(readdirSync(path.join(base, 'store', Bucket))).toHaveLength(2);
});

test('keys that differ only in case are two objects', async () => {
  await put('upper', { Key: 'KEY' });
  await put('lower', { Key: 'key' });

  expect(await text({ Key: 'KEY' })).toBe('upper');
});

test('an escape that only a raw client can send is not followed', async () => {
  await put('hello');
  const { hostname, port } = new URL(store.url);
  const raw = await rawGet(hostname, Number(port), `/${Bucket}/../${Bucket}/v1/startups`);

  expect(raw).toContain('NoSuchKey');
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

test('down resets connections until it is up again', async () => {
  await store.faults.set('down');
  await expect(put('hello')).rejects.toThrow('ECONNRESET');

  await store.faults.set('up');

  await put('hello');
});

describe('a list of objects', () => {
  const keys = ['a b&<c>', 'v1/founders', 'v1/jobs', 'v1/startups', 'ü'];
  beforeEach(async () => {
    for (const key of keys.toReversed()) await put(key, { Key: key });
    await put('second', { Key: 'v1/jobs' });
  });

  test('has each current object once, in the order of the keys', async () => {
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'v1/founders' }));

    const { Contents = [], ...about } = await list();

    expect(Contents.map((each) => each.Key)).toEqual(keys.filter((key) => key !== 'v1/founders'));
    expect(Contents[1]).toMatchObject({
      Size: 6,
      ETag: '"a9f0e61a137d86aa9db53465e0801612"',
      LastModified: new Date('2026-11-20T08:00:00.000Z'),
      StorageClass: 'STANDARD',
    });
    expect(about).toMatchObject({
      Name: Bucket,
      Prefix: '',
      KeyCount: 4,
      MaxKeys: 1000,
      IsTruncated: false,
    });
    expect(about.NextContinuationToken).toBeUndefined();
  });

  test('can be of one prefix', async () => {
    const { Contents = [] } = await list({ Prefix: 'v1/' });

    expect(Contents.map((each) => each.Key)).toEqual(keys.slice(1, 4));
    expect(await list({ Prefix: 'v2/' })).toMatchObject({ KeyCount: 0, IsTruncated: false });
  });

  test('comes in pages, and an object that is deleted meanwhile disturbs none', async () => {
    const pages: (readonly (string | undefined)[])[] = [];
    for await (const { Contents = [] } of paginateListObjectsV2(
      { client: s3, pageSize: 2 },
      { Bucket },
    )) {
      pages.push(Contents.map((each) => each.Key));
      for (const { Key: listed } of Contents) {
        await s3.send(new DeleteObjectCommand({ Bucket, Key: listed }));
      }
    }

    expect(pages).toEqual([keys.slice(0, 2), keys.slice(2, 4), keys.slice(4)]);
    expect(await list()).toMatchObject({ KeyCount: 0 });
  });

  test('refuses a token that no page had, and a page length that is none', async () => {
    const invalid = { name: 'InvalidArgument', $metadata: { httpStatusCode: 400 } };

    await expect(list({ ContinuationToken: 'not base64!' })).rejects.toMatchObject(invalid);
    await expect(list({ MaxKeys: -1 })).rejects.toMatchObject(invalid);
  });
});

async function rawGet(host: string, port: number, target: string): Promise<string> {
  const socket = connect(port, host);
  socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
