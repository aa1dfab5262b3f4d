/** The store of copies in virtual time: one S3 object with conditional writes, and the ways to damage this object. */

import type { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';

import { awsError } from '../support/aws-error.ts';
import type { Invocation, Process } from './process.ts';
import { hashOf, type Metadata, type StoredObject, storedObject } from './stored-object.ts';

/**
 * Errors of reads and writes, keyed by fault. During `lost replies`, a write whose condition is met takes effect, but the
 * process gets an error.
 */
const faults = {
  none: ['', ''],
  unavailable: ['SlowDown', 'SlowDown'],
  'denied reads': ['AccessDenied', ''],
  'denied writes': ['', 'AccessDenied'],
  conflicts: ['', 'ConditionalRequestConflict'],
  'lost replies': ['', ''],
} as const;

export const storeFaults = Object.keys(faults) as (keyof typeof faults)[];

/** Ways to damage a copy. The copy is missing or truncated, or a value of its metadata is wrong. */
export const corruptions = 'missing,half,format,bucket,directory,sha256,cached-at,records'.split(
  ',',
);

type Judge = (invocation: Invocation, before: StoredObject | undefined) => void;

export class Store {
  readonly #directory: string;
  readonly #judge: Judge;
  fault: keyof typeof faults = 'none';
  /** Duration of a call. A successful read takes twice as long, because an object's body arrives later than its headers. */
  milliseconds = 10;
  object: StoredObject | undefined;

  /** @param judge - called for each write that takes effect. */
  constructor(directory: string, judge: Judge) {
    this.#directory = directory;
    this.#judge = judge;
  }

  /** Number of records in the copy's metadata, even if the copy is otherwise damaged. */
  get records(): number {
    const { records = 0 } = this.object ?? {};
    return Number.isNaN(records) ? 0 : records;
  }

  corrupt(how: string): void {
    if (this.object === undefined) return;
    const { bytes, metadata } = this.object;
    if (how === 'half') this.#keep(bytes.subarray(0, bytes.length / 2), metadata);
    else this.#keep(bytes, { ...metadata, [how]: 'other' });
    if (how === 'missing') this.object = undefined;
  }

  /**
   * Like an operator's takedown, removes a record from the copy but keeps the copy's time. Returns whether there is a usable
   * copy.
   */
  rewriteWithout(id: string): boolean {
    if (this.object?.isUsable !== true) return false;
    const { body, metadata } = this.object;
    if (!body.includes(id)) return true;
    const records = JSON.parse(body) as { readonly id: string }[];
    const left = records.filter((record) => record.id !== id);
    const bytes = Buffer.from(JSON.stringify(left));
    const sha256 = hashOf('sha256', bytes);
    this.#keep(bytes, { ...metadata, records: String(left.length), sha256 });
    return true;
  }

  for(process: Process): S3Client {
    const send = async ({ input }: GetObjectCommand | PutObjectCommand): Promise<object> =>
      'Body' in input ? this.#put(process, input) : this.#get(process);
    return { send, destroy: () => {} } as unknown as S3Client;
  }

  async #get(process: Process): Promise<object> {
    const { invocation } = process;
    return process.call<object>(this.milliseconds, () => {
      const { object } = this;
      const error = faults[this.fault][0] || (object ? '' : 'NoSuchKey');
      const hear = (at: number): void => {
        invocation.get = { object: error === '' ? object : undefined, error, at };
      };
      if (error !== '' || object === undefined) return { value: awsError(error, '?'), hear };
      const transformToByteArray = async (): Promise<Uint8Array> =>
        process.call(this.milliseconds, () => ({ value: object.bytes, hear }));
      const Body = { transformToByteArray };
      return { value: { Body, Metadata: object.metadata, ETag: object.etag } };
    });
  }

  async #put(process: Process, input: PutObjectCommand['input']): Promise<object> {
    const { Body, Metadata = {}, IfMatch, IfNoneMatch } = input;
    const { invocation } = process;
    const sent = { sentAt: process.timeline.now(), error: '', at: Infinity };
    invocation.put = sent;
    return process.call(this.milliseconds, () => {
      const before = this.object;
      const isMet = IfMatch === before?.etag || (IfMatch === undefined && IfNoneMatch !== '*');
      const unmet = before === undefined ? 'NoSuchKey' : 'PreconditionFailed';
      const refusal = faults[this.fault][1] || (isMet ? '' : unmet);
      if (refusal === '') {
        this.#keep(Buffer.from(Body as Buffer), Metadata);
        this.#judge(invocation, before);
      }
      const error = refusal === '' && this.fault === 'lost replies' ? 'ECONNRESET' : refusal;
      const hear = (at: number): void => {
        invocation.put = { ...sent, error, at };
      };
      return { value: error === '' ? {} : awsError(error, '?'), hear };
    });
  }

  #keep(bytes: Buffer, metadata: Metadata): void {
    this.object = storedObject(this.#directory, bytes, metadata);
  }
}
