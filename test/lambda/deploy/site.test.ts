/** The step that publishes the site, over HTTP to the object store of `npm start`. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';

import { emptySite, publishSite } from '../../../lambda/deploy/publish-site.ts';
import { startObjectStore } from '../../../local/object-store.ts';
import type { StandIn } from '../../../local/stand-in.ts';

const properties = { Bucket: 'site', Origin: 'https://staging.example.com' };
const { signal } = new AbortController();

/** Of no text, though the address is in it. */
const archive = Buffer.from([0x1f, 0x8b, 0xff, ...Buffer.from('https://directory.example.org')]);

let folder: string;
let store: StandIn;
let s3: S3Client;
let log: jest.SpyInstance;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'site-step-'));
  store = await startObjectStore(path.join(folder, 'store'));
  s3 = new S3Client({ endpoint: store.url, forcePathStyle: true, region: 'eu-west-1' });
});
beforeEach(() => {
  log = jest.spyOn(console, 'log').mockImplementation();
});
afterAll(async () => {
  s3.destroy();
  await store.close();
  rmSync(folder, { recursive: true });
});

async function publish(release: string, files: Readonly<Record<string, string | Buffer>>) {
  const from = path.join(folder, release);
  mkdirSync(path.join(from, 'assets'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(from, name), text);
  await publishSite(from, s3)(properties, signal);
}

const keys = async () => {
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: 'site' }));
  return Contents.map(({ Key }) => Key);
};

test('publishes the script before the page, with the address at which it is served', async () => {
  await publish('first', {
    'index.html': '<a href="https://directory.example.org/v1/jobs">',
    'client.tgz': archive,
    'assets/page-ABC.js': '"https://directory.example.org"',
  });

  expect(log.mock.calls.flat().map((line) => String(line).replace(/:.*/u, ''))).toEqual([
    'assets/page-ABC.js',
    'client.tgz',
    'index.html',
  ]);
  const published = await Promise.all(
    (await keys()).map(async (Key) => {
      const object = await s3.send(new GetObjectCommand({ Bucket: 'site', Key }));
      const body = Buffer.from((await object.Body?.transformToByteArray()) ?? []);
      return [object.ContentType, object.CacheControl, body.toString('latin1')];
    }),
  );
  // prettier-ignore
  expect(published).toEqual([
    ['text/javascript; charset=utf-8', 'public, max-age=31536000, immutable', '"https://directory.example.org"'],
    ['application/gzip', 'public, max-age=300', archive.toString('latin1')],
    ['text/html; charset=utf-8', 'public, max-age=300', '<a href="https://staging.example.com/v1/jobs">'],
  ]);
});

test('keeps the files of earlier releases, and empties the bucket before it goes', async () => {
  await publish('second', { 'index.html': 'new', 'assets/page-DEF.js': 'new' });
  expect(await keys()).toEqual([
    'assets/page-ABC.js',
    'assets/page-DEF.js',
    'client.tgz',
    'index.html',
  ]);

  await emptySite(s3)(properties, signal);
  expect(await keys()).toEqual([]);
});
