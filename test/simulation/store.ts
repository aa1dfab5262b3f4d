/** The object store in virtual time: conditional writes, and everything that can happen to a copy or a call. */

import { createHash } from 'node:crypto';

import { s3Error } from './s3-error.ts';
import type { StoreFault } from './store-faults.ts';
import type { Timeline } from './timeline.ts';
import type { Course, WireReply, WireRequest } from './wire.ts';

export interface StoredObject {
  readonly body: Buffer;
  /** With the headers' own names. */
  readonly headers: Readonly<Record<string, string>>;
  /** What has been done to it since it was written; empty where nothing has. */
  readonly spoilt: string;
}

export interface Written {
  readonly key: string;
  readonly before: StoredObject | undefined;
  readonly after: StoredObject;
}

export type OnWrite = (written: Written) => void;

/** S3 refuses a signature that is older (S3 API reference, "RequestTimeTooSkewed"). */
const SIGNATURE_LIMIT_MS = 15 * 60_000;

const HEADERS_KEPT = /^(?:x-amz-meta-.*|content-type|cache-control|content-encoding)$/u;

export class Store {
  readonly objects = new Map<string, StoredObject>();
  /** Counts a fault that a call met. */
  onFault: (name: string) => void = () => {};
  readonly #timeline: Timeline;
  #fault: { readonly name: string; readonly fault: StoreFault } | undefined;

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  fail(name: string, fault: StoreFault): void {
    this.#fault = { name, fault };
  }

  heal(): void {
    this.#fault = undefined;
  }

  get isWell(): boolean {
    return this.#fault === undefined;
  }

  serve(request: WireRequest, onWrite: OnWrite): Course {
    const healthy = (): WireReply => this.#reply(request, onWrite);
    const course = this.#fault?.fault({ isWrite: request.method === 'PUT', healthy });
    if (this.#fault === undefined || course === undefined) return { afterMs: 10, reply: healthy() };
    this.onFault(this.#fault.name);
    return course;
  }

  #reply(request: WireRequest, onWrite: OnWrite): WireReply {
    const age = this.#timeline.now - request.sentAt;
    if (age > SIGNATURE_LIMIT_MS) return s3Error(403, 'RequestTimeTooSkewed');
    return request.method === 'PUT' ? this.#put(request, onWrite) : this.#get(request);
  }

  #get({ path }: WireRequest): WireReply {
    const object = this.objects.get(path);
    if (object === undefined) return s3Error(404, 'NoSuchKey');
    if (object.spoilt !== '') this.onFault(`copy: ${object.spoilt}`);
    const { body, headers } = object;
    return {
      status: 200,
      headers: { ...headers, etag: etagOf(body), 'content-length': String(body.length) },
      body,
      spoilt: object.spoilt,
    };
  }

  #put(request: WireRequest, onWrite: OnWrite): WireReply {
    const { path: key, headers } = request;
    const before = this.objects.get(key);
    const match = headers['if-match'];
    if (match !== undefined && before === undefined) return s3Error(404, 'NoSuchKey');
    const isMet =
      match === undefined
        ? headers['if-none-match'] !== '*' || before === undefined
        : match === etagOf(before?.body);
    if (!isMet) return s3Error(412, 'PreconditionFailed');
    const kept = Object.fromEntries(
      Object.entries(headers).filter(([name]) => HEADERS_KEPT.test(name)),
    );
    const after = { body: Buffer.from(request.body), headers: kept, spoilt: '' };
    this.objects.set(key, after);
    onWrite({ key, before, after });
    return { status: 200, headers: { etag: etagOf(after.body) }, body: Buffer.alloc(0) };
  }
}

/** As S3's: equal bytes have an equal ETag. */
function etagOf(body: Buffer = Buffer.alloc(0)): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}
