/** The step that publishes the site, over HTTP to the object store of `npm start`. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';

import { emptySite, publishSite } from '../../../lambda/deploy/site.ts';
import {
  type ObjectStore,
  startObjectStore,
} from '../../../local/object-store/start-object-store.ts';

const Origin = 'https://staging.example.com';
const { signal } = new AbortController();

/** Of no text, though the address is in it. */
const archive = Buffer.from([0x1f, 0x8b, 0xff, ...Buffer.from('https://directory.example.org')]);

const written: string[] = [];
let folder: string;
let store: ObjectStore;
let s3: S3Client;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'site-step-'));
  mkdirSync(path.join(folder, 'files/assets'), { recursive: true });
  const write = (name: string, content: string | Buffer) => {
    writeFileSync(path.join(folder, 'files', name), content);
  };
  write('index.html', '<a href="https://directory.example.org/v1/jobs">');
  write('openapi.json', '{"servers":[{"url":"https://directory.example.org/v1"}]}');
  write('assets/page-ABC.js', '"https://directory.example.org"');
  write('client.js', '"like https://directory.example.org/v1"');
  write('client.tgz', archive);
  store = await startObjectStore({ folder: path.join(folder, 'store') });
  s3 = new S3Client({ endpoint: store.url, forcePathStyle: true, region: 'eu-west-1' });
  jest.spyOn(console, 'log').mockImplementation((line: string) => {
    written.push(line.replace(/:.*/u, ''));
  });
  await publishSite(path.join(folder, 'files'), s3)({ Bucket: 'site', Origin }, signal);
});
afterAll(async () => {
  s3.destroy();
  await store.close();
  rmSync(folder, { recursive: true });
});

async function published(key: string) {
  const object = await s3.send(new GetObjectCommand({ Bucket: 'site', Key: key }));
  const { ContentType, CacheControl, Body } = object;
  return { ContentType, CacheControl, text: await Body?.transformToString() };
}

test('the page is published with the address at which it is served, and for five minutes', async () => {
  expect(await published('index.html')).toEqual({
    ContentType: 'text/html; charset=utf-8',
    CacheControl: 'public, max-age=300',
    text: '<a href="https://staging.example.com/v1/jobs">',
  });
});

test('the description names the server that serves it', async () => {
  expect(await published('openapi.json')).toMatchObject({
    ContentType: 'application/json',
    text: '{"servers":[{"url":"https://staging.example.com/v1"}]}',
  });
});

test('an asset, which is named after its bytes, is published as it is and for a year', async () => {
  expect(await published('assets/page-ABC.js')).toEqual({
    ContentType: 'text/javascript; charset=utf-8',
    CacheControl: 'public, max-age=31536000, immutable',
    text: '"https://directory.example.org"',
  });
});

test('the client is published as a script that names the address, and as an archive byte for byte', async () => {
  expect(await published('client.js')).toEqual({
    ContentType: 'text/javascript; charset=utf-8',
    CacheControl: 'public, max-age=300',
    text: '"like https://staging.example.com/v1"',
  });

  const get = new GetObjectCommand({ Bucket: 'site', Key: 'client.tgz' });
  const { ContentType, CacheControl, Body } = await s3.send(get);
  expect([ContentType, CacheControl]).toEqual(['application/gzip', 'public, max-age=300']);
  expect(Buffer.from((await Body?.transformToByteArray()) ?? [])).toEqual(archive);
});

test('the bucket is emptied to the last of its pages, so that it can be deleted', async () => {
  const mock = mockClient(S3Client);
  mock
    .on(ListObjectsV2Command)
    .resolves({ Contents: [{ Key: 'index.html' }], IsTruncated: true, NextContinuationToken: '2' })
    .on(ListObjectsV2Command, { ContinuationToken: '2' })
    .resolves({ Contents: [{ Key: 'assets/page-ABC.js' }] });
  mock.on(DeleteObjectCommand).resolves({});

  await emptySite(new S3Client({}))({ Bucket: 'site', Origin }, signal);

  expect(mock.commandCalls(DeleteObjectCommand).map(({ args: [{ input }] }) => input)).toEqual([
    { Bucket: 'site', Key: 'index.html' },
    { Bucket: 'site', Key: 'assets/page-ABC.js' },
  ]);
  mock.restore();
});

test('the script is there before the page that needs it', () => {
  expect(written).toEqual([
    'assets/page-ABC.js',
    'client.js',
    'client.tgz',
    'index.html',
    'openapi.json',
  ]);
});

test('a bucket that was emptied lists nothing', async () => {
  const list = new ListObjectsV2Command({ Bucket: 'site' });
  expect(await s3.send(list)).toMatchObject({ KeyCount: written.length });

  await emptySite(s3)({ Bucket: 'site', Origin }, signal);

  expect(await s3.send(list)).toMatchObject({ KeyCount: 0 });
});
