/** A bucket that keeps old versions, behind the SDK's own client. */

import {
  DeleteObjectsCommand,
  type DeleteObjectsCommandInput,
  GetObjectCommand,
  type GetObjectCommandInput,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandInput,
  type ListObjectVersionsCommandOutput,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';
import { sdkStreamMixin } from '@smithy/core/serde';
import { mockClient } from 'aws-sdk-client-mock';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

import { awsError } from './aws-error.ts';

export interface KeptVersion {
  readonly key: string;
  readonly id: string;
  /** Absent on a delete marker. */
  readonly body?: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Made once: it takes milliseconds. */
const client = new S3Client();

/** One at a time: a new one takes the client. */
export class FakeBucket {
  readonly client = client;
  readonly mock = mockClient(this.client);
  /** The newest first. */
  versions: KeptVersion[] = [];
  /** The ids in each call that deleted, in order. */
  readonly deletions: (readonly string[])[] = [];
  /** Runs before a write is judged. */
  beforeWrite: () => void = () => {};
  pageSize = 2;
  #lastId = 0;

  constructor() {
    this.mock
      .on(GetObjectCommand)
      .callsFake(({ Key = '' }: GetObjectCommandInput) => this.#get(Key));
    this.mock.on(PutObjectCommand).callsFake((input: PutObjectCommandInput) => {
      this.beforeWrite();
      const { Key = '', Body, Metadata, IfMatch } = input;
      const current = this.current(Key);
      if (IfMatch === undefined || IfMatch !== etagOf(current)) {
        throw awsError('PreconditionFailed', 'At least one of the pre-conditions did not hold');
      }
      this.put(Key, (Body as Buffer).toString(), Metadata);
      return {};
    });
    this.mock
      .on(ListObjectVersionsCommand)
      .callsFake((input: ListObjectVersionsCommandInput) => this.#list(input));
    this.mock.on(DeleteObjectsCommand).callsFake((input: DeleteObjectsCommandInput) => {
      const ids = (input.Delete?.Objects ?? []).map(({ VersionId = '' }) => VersionId);
      this.deletions.push(ids);
      this.versions = this.versions.filter(({ id }) => !ids.includes(id));
      return {};
    });
  }

  /** Without a body it is a delete marker. */
  put(key: string, body: string | undefined, metadata: Record<string, string> = {}): void {
    this.#lastId += 1;
    const version = { key, id: `v${this.#lastId}`, metadata };
    this.versions.unshift(body === undefined ? version : { ...version, body });
  }

  current(key: string): KeptVersion | undefined {
    return this.versions.find((version) => version.key === key);
  }

  #get(key: string) {
    const current = this.current(key);
    if (current?.body === undefined) throw awsError('NoSuchKey', 'No such key');
    return {
      Body: sdkStreamMixin(Readable.from([Buffer.from(current.body)])),
      Metadata: current.metadata,
      ETag: etagOf(current),
    };
  }

  #list(input: ListObjectVersionsCommandInput): Partial<ListObjectVersionsCommandOutput> {
    const { Prefix = '', VersionIdMarker } = input;
    const all = this.versions.filter(({ key }) => key.startsWith(Prefix));
    const from = all.findIndex(({ id }) => id === VersionIdMarker) + 1;
    const page = all.slice(from, from + this.pageSize);
    const told = page.map((version) => ({
      Key: version.key,
      VersionId: version.id,
      IsLatest: version === this.current(version.key),
      isMarker: version.body === undefined,
    }));
    const last = page.at(-1);
    return {
      Versions: told.filter(({ isMarker }) => !isMarker),
      DeleteMarkers: told.filter(({ isMarker }) => isMarker),
      IsTruncated: from + page.length < all.length,
      ...(last === undefined ? {} : { NextKeyMarker: last.key, NextVersionIdMarker: last.id }),
    };
  }
}

function etagOf(version: KeptVersion | undefined): string | undefined {
  if (version?.body === undefined) return undefined;
  return `"${createHash('md5').update(version.body).digest('hex')}"`;
}
