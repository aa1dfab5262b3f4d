/** A fake deployed stage with founders and its own clock, behind mocked clients of the SDK. */

import { setImmediate } from 'node:timers/promises';

import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  CloudFrontClient,
  CreateInvalidationCommand,
  GetInvalidationCommand,
} from '@aws-sdk/client-cloudfront';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ExecuteStatementCommand, RDSDataClient } from '@aws-sdk/client-rds-data';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';

import type { Founder } from '../../contract/records.ts';
import type { Refreshed, RefreshEvent } from '../../contract/refresh-event.ts';
import { copyHeaders, makeList } from '../../lambda/aws/copies.ts';
import { exitCodeOf } from '../../local/command.ts';
import { operate } from '../../tools/operate.ts';
import { explain } from '../../tools/operate/explain.ts';
import { awsError } from '../support/aws-error.ts';
import { skippingClock } from '../support/clocks.ts';

export const outputs = {
  Address: 'https://directory.example.com/v1',
  LastGoodBucket: 'copies',
  DistributionId: 'E1',
  StartupsFunction: 'startups-fn',
  FoundersFunction: 'founders-fn',
  JobsFunction: 'jobs-fn',
  ClusterArn: 'arn:aws:rds:eu-west-1:123456789012:cluster:portal',
  DatabaseName: 'portal',
  ReaderSecretArn: 'reader-secret',
  OwnerSecretArn: 'owner-secret',
};

/**
 * A fake stage. Only one fake stage can exist at a time, because it mocks the clients' `send` methods, `fetch`, the console and
 * `process.stderr` until the mocks are restored.
 */
export class FakeStage {
  readonly cloudFormation = mockClient(CloudFormationClient);
  readonly rdsData = mockClient(RDSDataClient);
  readonly s3 = mockClient(S3Client);
  /** All pauses, and all actions except reads, in order. */
  readonly events: string[] = [];
  /** The founders in the view `directory.founders` of the database. */
  listed: readonly Founder[] = [];
  copy: { body: string; metadata: Record<string, string>; etag: string } | undefined;
  /** The answer to a command's question, or `undefined` if there is no terminal. */
  typed: string | undefined;
  readonly output: string[] = [];
  readonly complaint: string[] = [];
  now = Date.parse('2026-11-20T08:00:00.000Z');
  #cached: (() => Response) | undefined;
  readonly #lambda = mockClient(LambdaClient);
  readonly #cloudFront = mockClient(CloudFrontClient);

  constructor() {
    this.setOutputs(outputs);
    this.#lambda
      .on(InvokeCommand)
      .callsFake(({ FunctionName, Payload }: InvokeCommand['input']) => {
        const { refresh } = JSON.parse(Payload as string) as RefreshEvent;
        this.events.push(`${refresh.acceptDrop ? 'accept' : 'refresh'} of ${FunctionName}`);
        const refreshed = JSON.stringify(this.onRefresh(refresh));
        return { Payload: { transformToString: () => refreshed } };
      });
    this.rdsData
      .on(ExecuteStatementCommand)
      .callsFake((input: ExecuteStatementCommand['input']) => {
        const wanted = input.parameters?.[0]?.value?.stringValue ?? '';
        const rows = this.listed
          .map(({ id, first_name, last_name }) => [id, first_name, last_name])
          .filter((row) => row.join(' ').toLowerCase().includes(wanted));
        return { records: rows.map((row) => row.map((stringValue) => ({ stringValue }))) };
      });
    this.s3.on(GetObjectCommand).callsFake(() => {
      if (this.copy === undefined) throw awsError('NoSuchKey', 'No such key');
      const { body, metadata: Metadata, etag: ETag } = this.copy;
      return { Body: { transformToByteArray: async () => Buffer.from(body) }, Metadata, ETag };
    });
    this.s3.on(PutObjectCommand).callsFake((input: PutObjectCommand['input']) => {
      this.beforeWrite();
      if (input.IfMatch !== this.copy?.etag) throw awsError('PreconditionFailed', 'another copy');
      this.events.push('copy rewritten');
      const { Body, Metadata = {} } = input;
      this.copy = { body: (Body as Buffer).toString(), metadata: Metadata, etag: '"rewritten"' };
      return {};
    });
    this.#cloudFront
      .on(CreateInvalidationCommand)
      .callsFake(({ InvalidationBatch }: CreateInvalidationCommand['input']) => {
        this.events.push(`invalidation of ${InvalidationBatch?.Paths?.Items?.join(' ')}`);
        return { Invalidation: { Id: 'I1' } };
      });
    this.#cloudFront.on(GetInvalidationCommand).callsFake(async () => {
      await setImmediate(); // code that does not wait for the invalidation must still get the old list
      this.#cached = undefined;
      return { Invalidation: { Status: 'Completed' } };
    });
    jest.spyOn(globalThis, 'fetch').mockImplementation(async () => this.onFetch());
    jest.spyOn(console, 'log').mockImplementation((text: string) => this.output.push(text));
    const complain = (text: unknown) => this.complaint.push(String(text)) > 0;
    jest.spyOn(console, 'error').mockImplementation(complain);
    jest.spyOn(process.stderr, 'write').mockImplementation(complain);
  }

  /**
   * Returns the edge's answer. By default, this is the cached list, or the current copy if nothing is cached. `keep` fills an
   * empty cache, and an invalidation empties it.
   */
  onFetch = (): Response => this.#cached?.() ?? this.answer(this.copy?.body ?? '[]');

  /** The function's report on a refresh. By default, the function writes the copy. */
  onRefresh = (_asked: RefreshEvent['refresh']): Refreshed => {
    this.keep(this.listed, this.now);
    const copy = { records: this.listed.length, cachedAt: new Date(this.now).toISOString() };
    return { directory: 'founders', records: copy.records, copyWrite: { state: 'written' }, copy };
  };

  /** Runs before S3 checks whether a write may replace the copy. */
  beforeWrite = (): void => {};

  /** Runs `npm run operate -- …`. Resolves with the exit code; `output` and `complaint` contain the text. */
  async run(...args: readonly string[]): Promise<number> {
    const { typed } = this;
    const ask = typed === undefined ? undefined : async () => typed;
    const clock = skippingClock((milliseconds) => {
      this.events.push(`${milliseconds / 1000} s pass`);
      this.now += milliseconds;
    });
    return exitCodeOf(operate({ clock, ask }), args, explain);
  }

  setOutputs(named: Readonly<Record<string, string>>): void {
    const entries = Object.entries(named);
    const Outputs = entries.map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
    this.cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [{ Outputs }] } as object);
  }

  /** Makes the database unavailable to the operator and to the functions. */
  loseDatabase(error = awsError('DatabaseUnavailableException', 'no writer')): void {
    this.rdsData.on(ExecuteStatementCommand).rejects(error);
    const failure = { kind: 'outage', name: 'DatabaseOutage', reason: error.name } as const;
    this.onRefresh = () => ({ directory: 'founders', failure });
  }

  /** Writes the copy, as a directory's function does. @param at - milliseconds since the Unix epoch. */
  keep(records: readonly unknown[], at: number): void {
    const { body, ...list } = makeList(records, at);
    const { Metadata: metadata } = copyHeaders(outputs.LastGoodBucket, 'founders', list);
    this.#cached ??= () => this.answer(String(body), new Date(at).toISOString());
    this.copy = { body: String(body), metadata, etag: list.sha256 };
  }

  /** Returns an answer from the edge that contains a list. */
  answer(body: string, cachedAt = new Date(this.now).toISOString(), source = 'database'): Response {
    return new Response(body, { headers: { 'X-Cached-At': cachedAt, 'X-Data-Source': source } });
  }
}
