/** The object store in virtual time, with conditional writes, and everything that a stored copy can have become. */

import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

import { copyMetadata, timeInWhiteSpace } from '../../contract/last-good.ts';
import { s3Error, storeFaults } from './faults.ts';
import { PLANTED_EMAIL } from './flaws.ts';
import type { Course, WireReply, WireRequest } from './network.ts';
import { HOUR_MS, MINUTE_MS, type Timeline } from './timeline.ts';

/** The bucket of the simulated processes. */
export const BUCKET = 'last-good';

export interface StoredObject {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** What has been done to it since it was written, if anything. */
  readonly corruption?: string;
}

export interface Written {
  readonly key: string;
  readonly before: StoredObject | undefined;
  readonly after: StoredObject;
}

/** S3 refuses a signature that is older (S3 API reference, "RequestTimeTooSkewed"). */
const SIGNATURE_LIMIT_MS = 15 * MINUTE_MS;

const STORED_HEADERS = /^(?:x-amz-meta-.*|content-type|cache-control|content-encoding)$/u;

export class Store {
  readonly objects = new Map<string, StoredObject>();
  readonly #timeline: Timeline;
  readonly #onFault: (name: string) => void;
  #fault = 'up';

  constructor(timeline: Timeline, onFault: (name: string) => void = () => {}) {
    this.#timeline = timeline;
    this.#onFault = onFault;
  }

  /** `fault`: a name of `storeFaults`; by any other the store is well. */
  turn(fault: string): void {
    this.#fault = fault;
  }

  get isWell(): boolean {
    return !(this.#fault in storeFaults);
  }

  /** `how` is a name of `corruptions`. */
  corrupt(key: string, how: string): void {
    const object = this.objects.get(key);
    const corrupted = object && corruptions[how]?.(object, this.#timeline.now);
    if (corrupted === undefined) this.objects.delete(key);
    else this.objects.set(key, { ...corrupted, corruption: how });
  }

  serve(request: WireRequest, onWrite: (written: Written) => void): Course {
    const sinceSentMs = this.#timeline.now - request.sentAt;
    const isWrite = request.method === 'PUT';
    const healthy = (): WireReply => {
      if (sinceSentMs > SIGNATURE_LIMIT_MS) return s3Error(403, 'RequestTimeTooSkewed');
      return isWrite ? this.#put(request, onWrite) : this.#get(request);
    };
    const call = { sinceSentMs, isInTransaction: false, isWrite, healthy };
    const course = storeFaults[this.#fault]?.(call);
    if (course === undefined) return { afterMs: 10, reply: healthy() };
    this.#onFault(`store: ${this.#fault}`);
    return course;
  }

  #get({ path }: WireRequest): WireReply {
    const object = this.objects.get(path);
    if (object === undefined) return s3Error(404, 'NoSuchKey');
    const { body, corruption } = object;
    if (corruption !== undefined) this.#onFault(`copy: ${corruption}`);
    const length = String(body.length);
    const headers = { ...object.headers, etag: etagOf(body), 'content-length': length };
    return { status: 200, headers, body, ...(corruption !== undefined && { corruption }) };
  }

  #put({ path: key, headers, body }: WireRequest, onWrite: (written: Written) => void): WireReply {
    const before = this.objects.get(key);
    const match = headers['if-match'];
    if (match !== undefined && before === undefined) return s3Error(404, 'NoSuchKey');
    const isMet =
      match === undefined
        ? headers['if-none-match'] !== '*' || before === undefined
        : match === etagOf(before?.body);
    if (!isMet) return s3Error(412, 'PreconditionFailed');
    const stored = Object.entries(headers).filter(([name]) => STORED_HEADERS.test(name));
    const after = { body: Buffer.from(body), headers: Object.fromEntries(stored) };
    this.objects.set(key, after);
    onWrite({ key, before, after });
    return { status: 200, headers: { etag: etagOf(after.body) }, body: Buffer.alloc(0) };
  }
}

/** As in S3, equal bytes have an equal ETag. */
function etagOf(body: Buffer = Buffer.alloc(0)): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}

/** `undefined`: it is gone. */
type Corruption = (object: StoredObject, now: number) => StoredObject | undefined;

const withBody =
  (change: (body: Buffer) => Buffer): Corruption =>
  (object) => ({ ...object, body: change(object.body) });

const withMetadata =
  (name: string, value: string | ((now: number) => string)): Corruption =>
  ({ body, headers }, now) => {
    const text = typeof value === 'string' ? value : value(now);
    return { body, headers: { ...headers, [`x-amz-meta-${name}`]: text } };
  };

/** As a process with a wrong clock writes it. */
const fromTheFuture: Corruption = (object, now) => {
  const cachedAt = now + 6 * HOUR_MS;
  const body = Buffer.from(object.body.toString().trimEnd() + timeInWhiteSpace(cachedAt));
  return withMetadata(copyMetadata.cachedAt, new Date(cachedAt).toISOString())(
    { ...object, body },
    now,
  );
};

export const corruptions: Readonly<Record<string, Corruption>> = {
  missing: () => undefined,
  truncated: withBody((body) => body.subarray(0, body.length >> 1)),
  empty: withBody(() => Buffer.alloc(0)),
  'one bit flipped': withBody((body) => {
    const flipped = Buffer.from(body);
    const at = flipped.length >> 1;
    flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
    return flipped;
  }),
  'a page of HTML': withBody(() => Buffer.from(`<!doctype html>${PLANTED_EMAIL}`)),
  'without metadata': ({ body }) => ({ body, headers: {} }),
  "another stage's": withMetadata(copyMetadata.bucket, 'last-good-of-staging'),
  "another directory's": withMetadata(copyMetadata.directory, 'elsewhere'),
  'of an older format': withMetadata(copyMetadata.format, '0'),
  'of a newer format': withMetadata(copyMetadata.format, '99'),
  'without a time': withMetadata(copyMetadata.cachedAt, 'yesterday'),
  'without a count': withMetadata(copyMetadata.records, 'many'),
  'of another time than it says': withMetadata(copyMetadata.cachedAt, (now) =>
    new Date(now - HOUR_MS).toISOString(),
  ),
  'with something behind it': withBody((body) => Buffer.concat([body, Buffer.from(' ')])),
  'from the future': fromTheFuture,
  'a gzip bomb': ({ headers }) => ({
    body: gzipSync(Buffer.alloc(1_000_000)),
    headers: { ...headers, 'content-encoding': 'gzip' },
  }),
};
