import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';

import { directories } from '../../../contract/directories.ts';
import { copiesInS3, makeList } from '../../../lambda/aws/copies.ts';
import { startup } from '../../support/records.ts';
import { VirtualClock } from '../../support/clocks.ts';

// This file tests single calls. `test/model` tests sequences of calls, with races, faults and damaged copies.
const client = new S3Client();
const s3 = mockClient(client);
const clock = new VirtualClock();
const copies = copiesInS3(client, 'last-good', clock);
const { startups } = directories;
const list = makeList([startup(1, { name: 'é ]' })], clock.now());

const metadata = {
  format: '1',
  bucket: 'last-good',
  directory: 'startups',
  'cached-at': '2026-11-20T08:00:00.000Z',
  records: '1',
  sha256: list.sha256,
};
const Body = { transformToByteArray: async () => Uint8Array.from(list.body) } as never;

const read = async () => copies.read(startups, 1000);

beforeEach(() => s3.reset());

it('a list contains its records as JSON, their number and the hash of the bytes', () => {
  expect(makeList([{ name: 'é' }], 7)).toEqual({
    records: 1,
    cachedAt: 7,
    body: Buffer.from('[{"name":"é"}]', 'utf8'),
    sha256: 'aae35caffbc95b2bbab78f2ec7f4665aa36f7f1abbdd9deb805b142cae2db4e2',
  });
});

it('write() stores a list and its metadata under the request path, and read() finds them there', async () => {
  s3.on(PutObjectCommand).resolves({});
  s3.on(GetObjectCommand).resolves({ ETag: '"1"', Metadata: metadata, Body });

  expect(await copies.write(startups, list, { state: 'absent' }, 1000)).toEqual({
    state: 'written',
  });
  expect(await read()).toEqual({ state: 'found', list, etag: '"1"' });
  const place = { Bucket: 'last-good', Key: 'v1/startups' };
  expect(s3.commandCalls(GetObjectCommand)[0]?.args[0].input).toEqual(place);
  expect(s3.commandCalls(PutObjectCommand)[0]?.args[0].input).toEqual({
    ...place,
    Body: list.body,
    ContentType: 'application/json',
    CacheControl: 'public, max-age=60, stale-if-error=86400',
    Metadata: metadata,
    IfNoneMatch: '*',
  });
});

it.each([
  ['another format', { format: '2' }],
  ['another bucket', { bucket: 'last-good-of-staging' }],
  ['another directory', { directory: 'founders' }],
  ['not the bytes that were written', { sha256: 'f'.repeat(64) }],
  ['no time or count', { 'cached-at': 'yesterday' }],
  ['no time or count', { records: '1.5' }],
])(
  'read() reports the reason "%s" for an unusable copy with %j, and its number of records if that number is valid',
  async (reason, changed) => {
    s3.on(GetObjectCommand).resolves({ ETag: '"1"', Metadata: { ...metadata, ...changed }, Body });

    const records = 'records' in changed ? undefined : list.records;
    expect(await read()).toEqual({ state: 'unusable', reason, etag: '"1"', records });
  },
);

it.each([
  ['a body', { ETag: '"1"' }],
  ['an ETag', { Body }],
])('the store counts as unreachable after a response without %s', async (_, response) => {
  s3.on(GetObjectCommand).resolves(response);

  const reason = 'an answer without a body or an ETag';
  expect(await read()).toEqual({ state: 'unreachable', reason });
});

it('a read of a body stops at the timeout, and leaves no timer', async () => {
  const dripping = { transformToByteArray: async () => new Promise(() => {}) } as never;
  s3.on(GetObjectCommand).resolves({ ETag: '"1"', Body: dripping });
  const reading = read();
  await clock.pass(1000);

  expect(await reading).toEqual({ state: 'unreachable', reason: 'DeadlineExceeded' });
  expect(clock.pending).toBe(0);
});

it('closeConnections() closes the connections of the client', () => {
  const destroy = jest.spyOn(client, 'destroy');
  copies.closeConnections();

  expect(destroy).toHaveBeenCalledTimes(1);
});
