import {
  GetObjectCommand,
  type GetObjectCommandOutput,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';

import { directories } from '../../../contract/directories.ts';
import { timeInWhiteSpace } from '../../../contract/last-good.ts';
import {
  type Copy,
  isFromFuture,
  lastGoodInS3,
  makeSnapshot,
  type Snapshot,
} from '../../../lambda/aws/last-good.ts';
import { startup } from '../../support/records/records.ts';

const NOW = Date.parse('2026-11-20T08:00:00.000Z');
const FIVE_MINUTES_MS = 300_000;

/** The client is a mock here; `test/local/object-store` shows the same against an object store. */
const s3 = mockClient(S3Client);
const lastGood = lastGoodInS3(new S3Client({}), 'last-good');
const { startups } = directories;
const snapshot = makeSnapshot([startup(1)], NOW);
const { signal } = new AbortController();
const absent: Copy = { state: 'absent' };
const found: Copy = { state: 'found', snapshot, etag: '"7"' };

beforeEach(() => {
  s3.reset();
  s3.on(PutObjectCommand).resolves({});
});

async function write(stored: Copy = absent, what = snapshot) {
  return lastGood.write(startups, what, stored, signal);
}

async function read(): Promise<Copy> {
  return lastGood.read(startups, signal);
}

/** What the first write sent, and with which options. */
function firstPut() {
  const [call] = s3.commandCalls(PutObjectCommand);
  const [command, options] = (call?.args ?? []) as [PutObjectCommand?, unknown?];
  return { input: command?.input, options };
}

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

/** The metadata that goes with a list. */
async function metadataOf(what = snapshot): Promise<Record<string, string>> {
  await write(absent, what);
  return firstPut().input?.Metadata ?? {};
}

function bytesOf({ body, cachedAt }: Snapshot): Buffer {
  return Buffer.from(`${body.toString()}${timeInWhiteSpace(cachedAt)}`);
}

/** A body of which only the one method is used. */
function bodyOf(bytes: Buffer): Required<GetObjectCommandOutput>['Body'] {
  return { transformToByteArray: async () => Uint8Array.from(bytes) } as never;
}

function objectIs(Metadata: Record<string, string>, bytes = bytesOf(snapshot)): void {
  s3.on(GetObjectCommand).resolves({ ETag: '"1"', Metadata, Body: bodyOf(bytes) });
}

describe('a snapshot', () => {
  it('is the JSON of its records, with their number and the hash of its bytes', () => {
    expect(makeSnapshot([{ name: 'é' }], NOW)).toEqual({
      records: 1,
      cachedAt: NOW,
      body: Buffer.from('[{"name":"é"}]', 'utf8'),
      sha256: 'aae35caffbc95b2bbab78f2ec7f4665aa36f7f1abbdd9deb805b142cae2db4e2',
    });
  });

  it('is from the future when it is further ahead than clocks of processes differ', () => {
    expect(isFromFuture(makeSnapshot([], NOW + FIVE_MINUTES_MS), NOW)).toBe(false);
    expect(isFromFuture(makeSnapshot([], NOW + FIVE_MINUTES_MS + 1), NOW)).toBe(true);
    expect(isFromFuture(makeSnapshot([], NOW - FIVE_MINUTES_MS - 1), NOW)).toBe(false);
  });
});

describe('writing', () => {
  it('puts the list itself under the request path, with what is known of it as metadata', async () => {
    expect(await write()).toEqual({ state: 'written' });

    expect(firstPut()).toEqual({
      input: {
        Bucket: 'last-good',
        Key: 'v1/startups',
        Body: bytesOf(snapshot),
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
      },
      options: { abortSignal: signal },
    });
  });

  it.each<Copy>([found, { state: 'unusable', reason: 'another format', etag: '"7"' }])(
    'goes over nothing but the object that was read: $state',
    async (stored) => {
      await write(stored);

      expect(firstPut().input).toMatchObject({ IfMatch: '"7"' });
    },
  );

  it('does not happen while the object is out of sight: it may be newer', async () => {
    const kept = await write({ state: 'unreachable', reason: 'TimeoutError' });

    expect(kept).toEqual({ state: 'failed', reason: 'TimeoutError' });
    expect(s3.calls()).toHaveLength(0);
  });

  it.each([
    ['PreconditionFailed', 412],
    ['ConditionalRequestConflict', 409],
  ])('yields to another writer on %s', async (name, status) => {
    s3.on(PutObjectCommand).rejects(refusal(name, status));

    expect(await write(found)).toEqual({ state: 'superseded' });
    expect(s3.calls()).toHaveLength(1);
  });

  it.each([
    ['PreconditionFailed', 412], // an object is there that could not be read
    ['SlowDown', 503],
    ['AccessDenied', 403],
  ])('where no object was seen has failed on %s, and is not tried twice', async (name, status) => {
    s3.on(PutObjectCommand).rejects(refusal(name, status));

    expect(await write()).toEqual({ state: 'failed', reason: name });
    expect(s3.calls()).toHaveLength(1);
  });

  it.each(['ECONNRESET', 'EPIPE'])('is tried once more after %s', async (code) => {
    s3.on(PutObjectCommand).rejectsOnce(broken(code)).resolves({});

    expect(await write()).toEqual({ state: 'written' });
    expect(s3.calls()).toHaveLength(2);
  });

  it('is not tried a third time', async () => {
    s3.on(PutObjectCommand).rejects(broken('ECONNRESET'));

    expect(await write()).toEqual({ state: 'failed', reason: 'ECONNRESET' });
    expect(s3.calls()).toHaveLength(2);
  });

  it.each([
    ['its own, which did arrive', 0, 'written'],
    ['of another process', 1, 'superseded'],
  ])('that is refused when tried again looks at what is there: %s', async (_, later, state) => {
    const there = makeSnapshot([startup(1)], NOW + later);
    const metadata = await metadataOf(there);
    s3.reset();
    objectIs(metadata, bytesOf(there));
    s3.on(PutObjectCommand)
      .rejectsOnce(broken('ECONNRESET'))
      .rejects(refusal('PreconditionFailed', 412));

    expect(await write()).toEqual({ state });
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
  it('finds what was written, under the request path, for no longer than it may', async () => {
    objectIs(await metadataOf());

    expect(await read()).toEqual({ state: 'found', snapshot, etag: '"1"' });

    const [call] = s3.commandCalls(GetObjectCommand);
    expect(call?.args[0].input).toEqual({ Bucket: 'last-good', Key: 'v1/startups' });
    expect((call?.args as readonly unknown[] | undefined)?.[1]).toEqual({ abortSignal: signal });
  });

  it.each([
    ['NoSuchKey', 404, { state: 'absent' }],
    ['AccessDenied', 403, { state: 'absent' }],
    ['SlowDown', 503, { state: 'unreachable', reason: 'SlowDown' }],
  ])('on %s (%d) finds %j', async (name, status, copy) => {
    s3.on(GetObjectCommand).rejects(refusal(name, status));

    expect(await read()).toEqual(copy);
  });

  it.each<[string, Record<string, string | undefined>]>([
    ['another format', { format: '2' }],
    ['another bucket', { bucket: 'last-good-of-staging' }],
    ['another time', { 'cached-at': '2026-11-20T07:59:59.999Z' }],
    ['another directory', { directory: 'founders' }],
    ['not the bytes that were written', { sha256: 'f'.repeat(64) }],
    ['no time or count', { 'cached-at': 'yesterday' }],
    ['no time or count', { 'cached-at': undefined }],
    ['no time or count', { records: 'many' }],
    ['no time or count', { records: '1.5' }],
    ['no time or count', { records: undefined }],
  ])('finds it unusable: %s, with the metadata %j', async (reason, change) => {
    objectIs({ ...(await metadataOf()), ...change } as Record<string, string>);

    expect(await read()).toEqual({ state: 'unusable', reason, etag: '"1"' });
  });

  it.each([
    ['truncated', snapshot.body.subarray(0, -1)],
    ['with a flipped bit', Buffer.from(snapshot.body.toString().replace('O', 'N'))],
    ['HTML', Buffer.from('<!doctype html>')],
    ['empty', Buffer.alloc(0)],
    ['without its time', snapshot.body],
  ])('finds a body unusable that is %s', async (_, body) => {
    objectIs(await metadataOf(), body);

    expect(await read()).toMatchObject({ state: 'unusable' });
  });

  it.each([{}, { Metadata: {} }])(
    'finds an object unusable of which nothing is said: %j',
    async (metadata) => {
      s3.on(GetObjectCommand).resolves({ ETag: '"1"', Body: bodyOf(snapshot.body), ...metadata });

      expect(await read()).toMatchObject({ state: 'unusable', reason: 'another format' });
    },
  );

  it.each([
    ['body', { ETag: '"1"' }],
    ['ETag', { Body: bodyOf(snapshot.body) }],
  ])('says that the store is unreachable where it answers without %s', async (_, answer) => {
    s3.on(GetObjectCommand).resolves(answer);

    expect(await read()).toEqual({
      state: 'unreachable',
      reason: 'an answer without body or ETag',
    });
  });

  it('says that the store is unreachable when what is thrown is no error', async () => {
    const thrown: unknown = 'a text';
    s3.on(GetObjectCommand).callsFake(async () => Promise.reject(thrown));

    expect(await read()).toEqual({ state: 'unreachable', reason: 'Unknown' });
  });

  it('ends when its time is over, though the body has not come', async () => {
    const controller = new AbortController();
    s3.on(GetObjectCommand).callsFake(async () => ({
      ETag: '"1"',
      Metadata: {},
      Body: { transformToByteArray: async () => new Promise(() => {}) },
    }));

    const reading = lastGood.read(startups, controller.signal);
    controller.abort(new Error('time is over'));

    expect(await reading).toMatchObject({ state: 'unreachable' });
  });
});

it('a store closes its connections', () => {
  const client = new S3Client({});
  const destroyed = jest.spyOn(client, 'destroy');

  lastGoodInS3(client, 'last-good').closeConnections();

  expect(destroyed).toHaveBeenCalledTimes(1);
});
