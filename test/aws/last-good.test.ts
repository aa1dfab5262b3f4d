import {
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';

import { directories } from '../../contract/directories.ts';
import { timeInWhiteSpace } from '../../contract/last-good.ts';
import { type Copy, lastGoodInS3, makeSnapshot, type Snapshot } from '../../aws/last-good.ts';
import { startup } from '../support/records/records.ts';

/** The client is a mock here; `last-good.store.test.ts` shows the same against an object store. */
const s3 = mockClient(S3Client);
const lastGood = lastGoodInS3(new S3Client({}), 'last-good');
const { startups } = directories;
const snapshot = makeSnapshot([startup(1)], Date.parse('2026-11-20T08:00:00.000Z'));
const { signal } = new AbortController();
const absent: Copy = { state: 'absent' };

beforeEach(() => {
  s3.reset();
});

function refusal(name: string, status: number): S3ServiceException {
  return new S3ServiceException({
    name,
    message: name,
    $fault: 'client',
    $metadata: { httpStatusCode: status },
  });
}

/** As the SDK's handler for Node has it of a socket that breaks. */
function broken(code: string): Error {
  return Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code });
}

/** Metadata and body as `write` has just sent them. */
async function written(what = snapshot): Promise<Record<string, string>> {
  s3.on(PutObjectCommand).resolves({});
  await lastGood.write(startups, what, absent, signal);
  return s3.commandCalls(PutObjectCommand)[0]?.args[0].input.Metadata ?? {};
}

function storedAs({ body, cachedAt }: Snapshot): Buffer {
  return Buffer.from(`${body.toString()}${timeInWhiteSpace(cachedAt)}`);
}

const storedBytes = storedAs(snapshot);

function objectIs(metadata: Record<string, string>, body: Buffer = storedBytes): void {
  const bytes = Uint8Array.from(body);
  s3.on(GetObjectCommand).resolves({
    ETag: '"1"',
    Metadata: metadata,
    // only this one of the stream's methods is used
    Body: { transformToByteArray: async () => bytes } as never,
  });
}

describe('writing', () => {
  it('puts the list itself under the request path, with what is known of it as metadata', async () => {
    s3.on(PutObjectCommand).resolves({});

    const kept = await lastGood.write(startups, snapshot, absent, signal);

    expect(kept).toEqual({ state: 'written' });
    expect(s3.commandCalls(PutObjectCommand)[0]?.args[0].input).toEqual({
      Bucket: 'last-good',
      Key: 'v1/startups',
      Body: storedBytes,
      ContentType: 'application/json',
      CacheControl: 'public, max-age=60, stale-if-error=86400',
      Metadata: {
        format: '1',
        bucket: 'last-good',
        directory: 'startups',
        'cached-at': '2026-11-20T08:00:00.000Z',
        records: '1',
        sha256: snapshot.sha256,
      },
      IfNoneMatch: '*',
    });
  });

  it.each<Copy>([
    { state: 'found', snapshot, etag: '"7"' },
    { state: 'unusable', reason: 'another format', etag: '"7"' },
  ])('goes over nothing but the object that was read: $state', async (stored) => {
    s3.on(PutObjectCommand).resolves({});

    await lastGood.write(startups, snapshot, stored, signal);

    expect(s3.commandCalls(PutObjectCommand)[0]?.args[0].input).toMatchObject({ IfMatch: '"7"' });
  });

  it('takes no longer than it may', async () => {
    s3.on(PutObjectCommand).resolves({});

    await lastGood.write(startups, snapshot, absent, signal);

    const [call] = s3.commandCalls(PutObjectCommand);
    expect((call?.args as readonly unknown[] | undefined)?.[1]).toEqual({ abortSignal: signal });
  });

  it('does not happen while the object is out of sight: it may be newer', async () => {
    const stored: Copy = { state: 'unreachable', reason: 'TimeoutError' };

    const kept = await lastGood.write(startups, snapshot, stored, signal);

    expect(kept).toEqual({ state: 'failed', reason: 'TimeoutError' });
    expect(s3.commandCalls(PutObjectCommand)).toHaveLength(0);
  });

  it.each([
    ['PreconditionFailed', 412],
    ['ConditionalRequestConflict', 409],
  ])('yields to another writer on %s', async (name, status) => {
    s3.on(PutObjectCommand).rejects(refusal(name, status));

    const stored: Copy = { state: 'found', snapshot, etag: '"7"' };

    expect(await lastGood.write(startups, snapshot, stored, signal)).toEqual({
      state: 'superseded',
    });
    expect(s3.calls()).toHaveLength(1);
  });

  it('has failed when an object is there that could not be read', async () => {
    s3.on(PutObjectCommand).rejects(refusal('PreconditionFailed', 412));

    expect(await lastGood.write(startups, snapshot, absent, signal)).toEqual({
      state: 'failed',
      reason: 'PreconditionFailed',
    });
  });

  it.each([
    ['SlowDown', 503],
    ['AccessDenied', 403],
  ])('has failed on %s, says so, and is not tried twice', async (name, status) => {
    s3.on(PutObjectCommand).rejects(refusal(name, status));

    expect(await lastGood.write(startups, snapshot, absent, signal)).toEqual({
      state: 'failed',
      reason: name,
    });
    expect(s3.calls()).toHaveLength(1);
  });

  it.each(['ECONNRESET', 'EPIPE'])('is tried once more after %s', async (code) => {
    s3.on(PutObjectCommand).rejectsOnce(broken(code)).resolves({});

    expect(await lastGood.write(startups, snapshot, absent, signal)).toEqual({ state: 'written' });
    expect(s3.calls()).toHaveLength(2);
  });

  it('is not tried a third time', async () => {
    s3.on(PutObjectCommand).rejects(broken('ECONNRESET'));

    expect(await lastGood.write(startups, snapshot, absent, signal)).toEqual({
      state: 'failed',
      reason: 'ECONNRESET',
    });
    expect(s3.calls()).toHaveLength(2);
  });

  it.each([
    ['its own, which did arrive', 0, 'written'],
    ['of another process', 1, 'superseded'],
  ])('that is refused when tried again looks at what is there: %s', async (_, later, state) => {
    const there = makeSnapshot([startup(1)], snapshot.cachedAt + later);
    const metadata = await written(there);
    s3.reset();
    objectIs(metadata, storedAs(there));
    s3.on(PutObjectCommand)
      .rejectsOnce(broken('ECONNRESET'))
      .rejects(refusal('PreconditionFailed', 412));

    expect(await lastGood.write(startups, snapshot, absent, signal)).toEqual({ state });
  });

  it('ends when its time is over, though S3 has not answered', async () => {
    s3.on(PutObjectCommand).callsFake(async () => new Promise(() => {}));
    const controller = new AbortController();

    const writing = lastGood.write(startups, snapshot, absent, controller.signal);
    controller.abort(new Error('time is over'));

    expect(await writing).toMatchObject({ state: 'failed' });
  });
});

describe('reading', () => {
  it('asks the bucket for the request path, for no longer than it may', async () => {
    s3.on(GetObjectCommand).rejects(refusal('NoSuchKey', 404));

    await lastGood.read(startups, signal);

    const [call] = s3.commandCalls(GetObjectCommand);
    expect(call?.args[0].input).toEqual({ Bucket: 'last-good', Key: 'v1/startups' });
    expect((call?.args as readonly unknown[] | undefined)?.[1]).toEqual({ abortSignal: signal });
  });

  it('finds what was written', async () => {
    objectIs(await written());

    expect(await lastGood.read(startups, signal)).toEqual({
      state: 'found',
      snapshot,
      etag: '"1"',
    });
  });

  it.each([
    ['NoSuchKey', 404],
    ['AccessDenied', 403],
  ])('finds nothing on %s (%d)', async (name, status) => {
    s3.on(GetObjectCommand).rejects(refusal(name, status));

    expect(await lastGood.read(startups, signal)).toEqual({ state: 'absent' });
  });

  it.each([
    ['another format', { format: '2' }],
    ['another bucket', { bucket: 'last-good-of-staging' }],
    ['another time', { 'cached-at': '2026-11-20T07:59:59.999Z' }],
    ['another directory', { directory: 'founders' }],
    ['not the bytes that were written', { sha256: 'f'.repeat(64) }],
    ['no time or count', { 'cached-at': 'yesterday' }],
    ['no time or count', { records: 'many' }],
    ['no time or count', { records: '1.5' }],
  ])('finds it unusable: %s', async (reason, change) => {
    objectIs({ ...(await written()), ...change });

    expect(await lastGood.read(startups, signal)).toEqual({
      state: 'unusable',
      reason,
      etag: '"1"',
    });
  });

  it.each([
    ['truncated', snapshot.body.subarray(0, -1)],
    ['with a flipped bit', Buffer.from(snapshot.body.toString().replace('O', 'N'))],
    ['HTML', Buffer.from('<!doctype html>')],
    ['empty', Buffer.alloc(0)],
    ['without its time', snapshot.body],
  ])('finds a body unusable that is %s', async (_, body) => {
    objectIs(await written(), body);

    expect(await lastGood.read(startups, signal)).toMatchObject({ state: 'unusable' });
  });

  it('finds an object without metadata unusable', async () => {
    objectIs({});

    expect(await lastGood.read(startups, signal)).toMatchObject({ reason: 'another format' });
  });

  it.each([
    ['body', { ETag: '"1"' }],
    ['ETag', { Body: { transformToByteArray: async () => snapshot.body } as never }],
  ])('says that the store is unreachable where it answers without %s', async (_, answer) => {
    s3.on(GetObjectCommand).resolves(answer);

    expect(await lastGood.read(startups, signal)).toEqual({
      state: 'unreachable',
      reason: 'an answer without body or ETag',
    });
  });

  it('finds an object unusable of which nothing at all is said', async () => {
    s3.on(GetObjectCommand).resolves({
      ETag: '"1"',
      Body: { transformToByteArray: async () => snapshot.body } as never,
    });

    expect(await lastGood.read(startups, signal)).toMatchObject({ reason: 'another format' });
  });

  it.each(['cached-at', 'records'])('finds a copy unusable without %s', async (key) => {
    const { [key]: _, ...others } = await written();
    objectIs(others);

    expect(await lastGood.read(startups, signal)).toMatchObject({ reason: 'no time or count' });
  });

  it('says that the store is unreachable when what is thrown is no error', async () => {
    const thrown: unknown = 'a text';
    s3.on(GetObjectCommand).callsFake(async () => Promise.reject(thrown));

    expect(await lastGood.read(startups, signal)).toEqual({
      state: 'unreachable',
      reason: 'Unknown',
    });
  });

  it('says that the store is unreachable on any other error', async () => {
    s3.on(GetObjectCommand).rejects(refusal('SlowDown', 503));

    expect(await lastGood.read(startups, signal)).toEqual({
      state: 'unreachable',
      reason: 'SlowDown',
    });
  });

  it('ends when its time is over, though the body has not come', async () => {
    const metadata = await written();
    const controller = new AbortController();
    s3.on(GetObjectCommand).callsFake(async () => ({
      ETag: '"1"',
      Metadata: metadata,
      Body: { transformToByteArray: async () => new Promise(() => {}) },
    }));

    const reading = lastGood.read(startups, controller.signal);
    controller.abort(new Error('time is over'));

    expect(await reading).toMatchObject({ state: 'unreachable' });
  });
});

it('a store at rest has closed its connections', () => {
  const client = new S3Client({});
  const destroyed = jest.spyOn(client, 'destroy');

  lastGoodInS3(client, 'last-good').closeConnections();

  expect(destroyed).toHaveBeenCalledTimes(1);
});
