/** A deployed stage with its founders, behind the SDK's own clients, in a time of its own. */

import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  CloudFrontClient,
  CreateInvalidationCommand,
  type CreateInvalidationCommandInput,
  GetInvalidationCommand,
} from '@aws-sdk/client-cloudfront';
import { InvokeCommand, type InvokeCommandInput, LambdaClient } from '@aws-sdk/client-lambda';
import {
  ExecuteStatementCommand,
  type ExecuteStatementCommandInput,
  RDSDataClient,
} from '@aws-sdk/client-rds-data';
import {
  GetObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';
import { sdkStreamMixin, Uint8ArrayBlobAdapter } from '@smithy/core/serde';
import { mockClient } from 'aws-sdk-client-mock';
import { Readable } from 'node:stream';

import type { Founder } from '../../contract/founder.ts';
import { copyHeaders } from '../../contract/last-good.ts';
import type { Refreshed, RefreshEvent } from '../../contract/refresh-event.ts';
import { sha256Of } from '../../lambda/aws/copies.ts';
import { exitCodeOf } from '../../tools/command.ts';
import { operate } from '../../tools/operate.ts';
import { explain } from '../../tools/operate/explain.ts';
import { awsError } from '../support/aws/aws-error.ts';

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

const START = Date.parse('2026-11-20T08:00:00.000Z');

/** One at a time: it takes the clients' `send`, `fetch` and the console until the mocks are restored. */
export class FakeStage {
  readonly cloudFormation = mockClient(CloudFormationClient);
  readonly cloudFront = mockClient(CloudFrontClient);
  readonly lambda = mockClient(LambdaClient);
  readonly rdsData = mockClient(RDSDataClient);
  readonly s3 = mockClient(S3Client);
  /** What happened that is more than reading, in order. */
  readonly events: string[] = [];
  /** Whom the view publishes, and whom the portal's own table has. */
  listed: readonly Founder[] = [];
  portal: readonly Founder[] = [];
  copy: { body: string; metadata: Record<string, string>; etag: string } | undefined;
  /** What the edge answers; by default it has the copy. */
  onFetch = (): Response => this.answer(this.copy?.body ?? '[]');
  onRefresh: (asked: RefreshEvent['refresh']) => Refreshed | { readonly errorMessage: string };
  /** Runs before a write is judged. */
  beforeWrite = (): void => {};
  /** What is typed where a command asks; nobody sits there if absent. */
  typed: string | undefined;
  output: string[] = [];
  complaint: string[] = [];
  now = START;
  #etag = 0;

  constructor() {
    this.setOutputs(outputs);
    this.onRefresh = () => {
      this.keep(this.listed, this.now);
      return {
        directory: 'founders',
        records: this.listed.length,
        kept: { state: 'written' },
        copy: { records: this.listed.length, cachedAt: new Date(this.now).toISOString() },
      };
    };
    this.lambda.on(InvokeCommand).callsFake((input: InvokeCommandInput) => {
      this.events.push(`refresh of ${input.FunctionName}`);
      const { refresh } = JSON.parse(input.Payload as string) as RefreshEvent;
      const result = this.onRefresh(refresh);
      const Payload = Uint8ArrayBlobAdapter.fromString(JSON.stringify(result));
      return 'errorMessage' in result ? { Payload, FunctionError: 'Unhandled' } : { Payload };
    });
    this.rdsData.on(ExecuteStatementCommand).callsFake((input: ExecuteStatementCommandInput) => {
      const { sql = '', parameters } = input;
      const wanted = parameters?.[0]?.value?.stringValue ?? '';
      const rows = sql.includes('from portal.') ? this.portal : this.listed;
      const found = rows.filter(
        ({ id, first_name, last_name }) =>
          id === wanted || `${first_name} ${last_name}`.toLowerCase().includes(wanted),
      );
      const texts = found.map(({ id, first_name, last_name }) => [id, first_name, last_name]);
      return { records: texts.map((row) => row.map((stringValue) => ({ stringValue }))) };
    });
    this.#stubBucket();
    this.cloudFront
      .on(CreateInvalidationCommand)
      .callsFake(({ InvalidationBatch }: CreateInvalidationCommandInput) => {
        this.events.push(`invalidation of ${InvalidationBatch?.Paths?.Items?.join(' ')}`);
        return { Invalidation: { Id: 'I1' } };
      });
    this.cloudFront
      .on(GetInvalidationCommand)
      .resolves({ Invalidation: { Status: 'Completed' } } as object);
    jest.spyOn(globalThis, 'fetch').mockImplementation(async () => this.onFetch());
    jest.spyOn(console, 'log').mockImplementation((text: string) => this.output.push(text));
    jest.spyOn(console, 'error').mockImplementation((text: string) => this.complaint.push(text));
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      this.complaint.push(String(text));
      return true;
    });
  }

  /** The exit code of `npm run operate -- …`; what it prints is in `output` and `complaint`. */
  async run(...args: readonly string[]): Promise<number> {
    const { typed } = this;
    const ask = typed === undefined ? undefined : async () => typed;
    const waiting = {
      now: () => this.now,
      pause: async (milliseconds: number) => {
        this.events.push(`${milliseconds / 1000} s pass`);
        this.now += milliseconds;
      },
    };
    return exitCodeOf(operate({ waiting, ask }), args, explain);
  }

  setOutputs(named: Readonly<Record<string, string>>): void {
    this.cloudFormation.on(DescribeStacksCommand).resolves({
      Stacks: [
        {
          Outputs: Object.entries(named).map(([OutputKey, OutputValue]) => ({
            OutputKey,
            OutputValue,
          })),
        },
      ],
    } as object);
  }

  /** The database does not answer, neither the operator nor a function. */
  loseDatabase(): void {
    const unavailable = awsError('DatabaseUnavailableException', 'no writer');
    this.rdsData.on(ExecuteStatementCommand).rejects(unavailable);
    const failure = { kind: 'outage', name: 'DatabaseOutage', reason: unavailable.name } as const;
    this.onRefresh = () => ({ directory: 'founders', failure });
  }

  /** Writes the copy as a directory's function does. @param at - milliseconds since the Unix epoch. */
  keep(records: readonly unknown[], at: number): void {
    const body = JSON.stringify(records);
    const { Metadata: metadata } = copyHeaders({
      bucket: outputs.LastGoodBucket,
      directory: 'founders',
      cachedAt: at,
      records: records.length,
      sha256: sha256Of(Buffer.from(body)),
    });
    this.#put(body, metadata);
  }

  /** As the edge answers with a list. */
  answer(body: string, cachedAt = new Date(this.now).toISOString(), source = 'database'): Response {
    return new Response(body, { headers: { 'X-Cached-At': cachedAt, 'X-Data-Source': source } });
  }

  #put(body: string, metadata: Record<string, string>): void {
    this.#etag += 1;
    this.copy = { body, metadata, etag: `"${this.#etag}"` };
  }

  #stubBucket(): void {
    this.s3.on(GetObjectCommand).callsFake(() => {
      if (this.copy === undefined) throw awsError('NoSuchKey', 'No such key');
      const { body, metadata: Metadata, etag: ETag } = this.copy;
      return { Body: sdkStreamMixin(Readable.from([Buffer.from(body)])), Metadata, ETag };
    });
    this.s3.on(PutObjectCommand).callsFake((input: PutObjectCommandInput) => {
      this.beforeWrite();
      const { Body, Metadata = {}, IfMatch } = input;
      if (IfMatch !== this.copy?.etag) throw awsError('PreconditionFailed', 'not what was read');
      this.events.push('copy rewritten');
      this.#put((Body as Buffer).toString(), Metadata);
      return {};
    });
  }
}
