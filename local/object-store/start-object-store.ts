/** S3 on 127.0.0.1, on disk: the unchanged AWS SDK talks to it in path style. */

import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { type Clock, systemClock } from '../clock.ts';
import { CallCounter } from '../endpoint/call-counter.ts';
import { Faults } from '../endpoint/faults.ts';
import { type Server, startServer } from '../endpoint/server.ts';
import { answerRequest } from './answer-request.ts';
import { objectStoreFaults } from './faults.ts';

export interface ObjectStoreOptions {
  /** Where the objects are kept: one folder per bucket, which is made where it is missing. */
  readonly folder: string;
  readonly buckets: readonly string[];
  /** Any free port where none is given. */
  readonly port?: number;
  readonly clock?: Clock;
}

export interface ObjectStore {
  readonly url: string;
  readonly faults: Faults;
  /** By method: `GET`, `PUT`, `HEAD`, `DELETE`. */
  readonly calls: CallCounter;
  close(): Promise<void>;
}

/** General purpose bucket names (S3 user guide): they are safe as folder names. */
const bucketName = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/;

export async function startObjectStore(options: ObjectStoreOptions): Promise<ObjectStore> {
  const { folder, buckets, port, clock = systemClock } = options;
  const wrong = buckets.find((bucket) => !bucketName.test(bucket));
  if (wrong !== undefined) throw new Error(`${wrong} is not the name of a bucket`);
  await Promise.all(buckets.map((bucket) => mkdir(path.join(folder, bucket), { recursive: true })));

  const calls = new CallCounter();
  const answer = answerRequest({ folder, buckets, clock });
  const faults = new Faults(objectStoreFaults, () => server, clock);
  const server: Server = await startServer(async (call) => {
    calls.add(call.request.method ?? '');
    return faults.outcome(call, () => answer(call));
  }, port);
  return { url: server.url, faults, calls, close: () => server.close() };
}
