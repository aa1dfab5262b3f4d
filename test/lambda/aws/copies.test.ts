import {
  GetObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';

import { directories } from '../../../contract/directories.ts';
import type { CopyWrite } from '../../../contract/refresh-event.ts';
import { copiesInS3, type Copy, makeList } from '../../../lambda/aws/copies.ts';
import { startup } from '../../support/records/records.ts';
import { VirtualClock } from '../../support/time/virtual-clock.ts';

/** The client is a mock here; `test/local/object-store` shows the same against an object store. */
const client = new S3Client();
const s3 = mockClient(client);
const clock = new VirtualClock();
const NOW = clock.now();
const copies = copiesInS3(client, 'last-good', clock);
const { startups } = directories;
const list = makeList([startup(1, { name: 'é ]' })], NOW);

const metadata = {
  format: '1',
  bucket: 'last-good',
  directory: 'startups',
  'cached-at': '2026-11-20T08:00:00.000Z',
  records: '1',
  sha256: list.sha256,
};

/** Another startup's, so many milliseconds later. */
function foundLater(milliseconds: number): Copy {
  return { state: 'found', list: makeList([startup(2)], NOW + milliseconds), etag: '"7"' };
}

beforeEach(() => {
  s3.reset();
  s3.on(PutObjectCommand).resolves({});
});

function storeHas(body: string | Buffer, changed: Readonly<Record<string, string>> = {}) {
  s3.on(GetObjectCommand).resolves({
    ETag: '"1"',
    Metadata: { ...metadata, ...changed },
    Body: { transformToByteArray: async () => Uint8Array.from(Buffer.from(body)) } as never,
  });
}

function refusal(name: string): S3ServiceException {
  return new S3ServiceException({ name, message: 'hunter2', $fault: 'client', $metadata: {} });
}

const read = async () => copies.read(startups, 1000);
const write = async (copy: Copy) => copies.write(startups, list, copy, 1000);

/** What one write sent. */
function sent(): PutObjectCommandInput | undefined {
  const calls = s3.commandCalls(PutObjectCommand);
  expect(calls.length).toBeLessThan(2);
  return calls[0]?.args[0].input;
}

it('a list is the JSON of its records, with their number and the hash of its bytes', () => {
  expect(makeList([{ name: 'é' }], NOW)).toEqual({
    records: 1,
    cachedAt: NOW,
    body: Buffer.from('[{"name":"é"}]', 'utf8'),
    sha256: 'aae35caffbc95b2bbab78f2ec7f4665aa36f7f1abbdd9deb805b142cae2db4e2',
  });
});

describe('writing', () => {
  it('puts the list itself under the request path, described by its metadata', async () => {
    expect(await write({ state: 'absent' })).toEqual({ state: 'written' });

    expect(sent()).toEqual({
      Bucket: 'last-good',
      Key: 'v1/startups',
      Body: list.body,
      ContentType: 'application/json',
      CacheControl: 'public, max-age=60, stale-if-error=86400',
      Metadata: metadata,
      IfNoneMatch: '*',
    });
  });

  it.each<[string, Copy, CopyWrite['state']]>([
    ['an older copy', foundLater(-1), 'written'],
    ['a copy of the same time', foundLater(0), 'written'],
    ['a newer copy', foundLater(1), 'superseded'],
    ['a newer copy, as far as clocks differ', foundLater(300_000), 'superseded'],
    ['a copy with a wrong time', foundLater(300_001), 'written'],
    ['what is no copy', { state: 'unusable', reason: 'another format', etag: '"7"' }, 'written'],
    [
      'what is out of sight and may be newer',
      { state: 'unreachable', reason: 'SlowDown' },
      'failed',
    ],
  ])('over %s, and over nothing else, is %p', async (_, found, state) => {
    expect((await write(found)).state).toBe(state);
    expect(sent()?.IfMatch).toBe(state === 'written' ? '"7"' : undefined);
  });

  it.each<[string, Copy, CopyWrite]>([
    ['PreconditionFailed', foundLater(-1), { state: 'superseded' }],
    ['ConditionalRequestConflict', foundLater(-1), { state: 'superseded' }],
    ['ConditionalRequestConflict', { state: 'absent' }, { state: 'superseded' }],
    // There is a copy that could not be read: S3 says AccessDenied of one that is not there, too.
    ['PreconditionFailed', { state: 'absent' }, { state: 'failed', reason: 'PreconditionFailed' }],
    ['SlowDown', foundLater(-1), { state: 'failed', reason: 'SlowDown' }],
  ])('that ends with %s after %j is %j', async (name, copy, result) => {
    s3.on(PutObjectCommand).rejects(refusal(name));

    expect(await write(copy)).toEqual(result);
  });

  it('fails when its time is over', async () => {
    s3.on(PutObjectCommand).callsFake(async () => new Promise(() => {}));
    const writing = write({ state: 'absent' });

    await clock.pass(1000);

    expect(await writing).toEqual({ state: 'failed', reason: 'DeadlineExceeded' });
  });
});

describe('reading', () => {
  it('finds a list as it was written', async () => {
    storeHas(list.body.toString());

    expect(await read()).toEqual({ state: 'found', list, etag: '"1"' });
    expect(s3.commandCalls(GetObjectCommand)[0]?.args[0].input).toEqual({
      Bucket: 'last-good',
      Key: 'v1/startups',
    });
  });

  it.each<[string, Record<string, string>]>([
    ['another format', { format: '2' }],
    ['another format', { format: '' }],
    ['another bucket', { bucket: 'last-good-of-staging' }],
    ['another directory', { directory: 'founders' }],
    ['not the bytes that were written', { sha256: 'f'.repeat(64) }],
    ['no time or count', { 'cached-at': 'yesterday' }],
    ['no time or count', { 'cached-at': '' }],
    ['no time or count', { records: '1.5' }],
    ['no time or count', { records: 'many' }],
  ])('finds %s unusable, and says how many records it has: %j', async (reason, changed) => {
    storeHas(list.body, changed);

    const records = 'records' in changed ? undefined : list.records;
    expect(await read()).toEqual({ state: 'unusable', reason, etag: '"1"', records });
  });

  it.each([
    ['NoSuchKey', refusal('NoSuchKey'), { state: 'absent' }],
    // Without the permission to list, S3 says so of what is not there.
    ['AccessDenied', refusal('AccessDenied'), { state: 'absent' }],
    ['SlowDown', refusal('SlowDown'), { state: 'unreachable', reason: 'SlowDown' }],
    [
      'a reset',
      Object.assign(new Error('hunter2'), { name: 'TimeoutError', code: 'ECONNRESET' }),
      { state: 'unreachable', reason: 'ECONNRESET' },
    ],
    ['no error at all', 'hunter2', { state: 'unreachable', reason: 'Unknown' }],
  ])('on %s finds %j', async (_, error: unknown, copy) => {
    s3.on(GetObjectCommand).callsFake(async () => Promise.reject(error));

    expect(await read()).toEqual(copy);
  });

  it.each([
    ['body', { ETag: '"1"' }],
    ['ETag', { Body: { transformToByteArray: async () => list.body } as never }],
  ])('of an answer without %s fails', async (_, answer) => {
    s3.on(GetObjectCommand).resolves(answer);

    expect(await read()).toEqual({
      state: 'unreachable',
      reason: 'an answer without body or ETag',
    });
  });

  it('fails when its time is over, though a body drips on', async () => {
    s3.on(GetObjectCommand).resolves({
      ETag: '"1"',
      Body: { transformToByteArray: async () => new Promise(() => {}) } as never,
    });
    const reading = read();

    await clock.pass(1000);

    expect(await reading).toEqual({ state: 'unreachable', reason: 'DeadlineExceeded' });
    expect(clock.pending).toBe(0);
  });
});
