/** Tests the step that publishes the site, with a bucket in memory. */

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import * as sdk from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';

import { emptySite, publishSite } from '../../../lambda/deploy/publish-site.ts';
import { newFolder } from '../../support/run-folder.ts';

const properties = { Bucket: 'site', Origin: 'https://staging.example.com' };
const { signal } = new AbortController();

/** Binary data that contains the example address. */
const archive = Buffer.from([0x1f, 0x8b, 0xff, ...Buffer.from('https://directory.example.org')]);

const folder = newFolder('site-step');
const objects = new Map<string, sdk.PutObjectCommandInput>();
const keys = () => [...objects.keys()].toSorted();
const s3 = new sdk.S3Client();
mockClient(s3)
  .on(sdk.PutObjectCommand)
  .callsFake((input: sdk.PutObjectCommandInput) => void objects.set(input.Key ?? '', input))
  .on(sdk.ListObjectsV2Command)
  .callsFake(() => ({ Contents: keys().map((Key) => ({ Key })) }))
  .on(sdk.DeleteObjectCommand)
  .callsFake(({ Key }: sdk.PutObjectCommandInput) => void objects.delete(Key ?? ''));

let log: jest.SpyInstance;
beforeEach(() => {
  log = jest.spyOn(console, 'log').mockImplementation();
});

async function publish(release: string, files: Readonly<Record<string, string | Buffer>>) {
  const from = path.join(folder, release);
  mkdirSync(path.join(from, 'assets'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(from, name), text);
  await publishSite(from, s3)(properties, signal);
}

test('the step stores the script before the page, and puts the address of the stage into the page', async () => {
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
  const published = [...objects.values()].map(({ ContentType, CacheControl, Body }) => [
    ContentType,
    CacheControl,
    Buffer.from(Body as Uint8Array).toString('latin1'),
  ]);
  // prettier-ignore
  expect(published).toEqual([
    ['text/javascript; charset=utf-8', 'public, max-age=31536000, immutable', '"https://directory.example.org"'],
    ['application/gzip', 'public, max-age=300', archive.toString('latin1')],
    ['text/html; charset=utf-8', 'public, max-age=300', '<a href="https://staging.example.com/v1/jobs">'],
  ]);
});

test('the step keeps the files of earlier releases, and deletes all files when the stage is removed', async () => {
  await publish('second', { 'index.html': 'new', 'assets/page-DEF.js': 'new' });
  expect(keys()).toEqual(['assets/page-ABC.js', 'assets/page-DEF.js', 'client.tgz', 'index.html']);

  await emptySite(s3)(properties, signal);
  expect(keys()).toEqual([]);
});
