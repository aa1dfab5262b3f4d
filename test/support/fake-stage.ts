/** A deployed stage with its founders, behind the SDK's own clients, in a time of its own. */

import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  CloudFrontClient,
  CreateInvalidationCommand,
  type CreateInvalidationCommandInput,
  GetInvalidationCommand,
} from '@aws-sdk/client-cloudfront';
import {
  GetFunctionConfigurationCommand,
  InvokeCommand,
  type InvokeCommandInput,
  LambdaClient,
  UpdateFunctionConfigurationCommand,
  type UpdateFunctionConfigurationCommandInput,
} from '@aws-sdk/client-lambda';
import { Uint8ArrayBlobAdapter } from '@smithy/core/serde';
import { mockClient } from 'aws-sdk-client-mock';

import { copyHeaders } from '../../contract/last-good.ts';
import type { Refreshed, RefreshEvent } from '../../contract/refresh.ts';
import { sha256Of } from '../../lambda/aws/copies.ts';
import type { Terminal } from '../../tools/cli/terminal.ts';
import type { StageDependencies } from '../../tools/stage/stage.ts';
import { FakeBucket } from './aws/fake-bucket.ts';

export const copyKey = 'v1/founders';
export const listUrl = 'https://directory.example.com/v1/founders';

const outputs: Readonly<Record<string, string>> = {
  Address: 'https://directory.example.com/v1',
  LastGoodBucket: 'copies',
  DistributionId: 'E1',
  ViewerRequestFunction: 'viewer-request-fn',
  ViewerResponseFunction: 'viewer-response-fn',
  StartupsFunction: 'startups-fn',
  FoundersFunction: 'founders-fn',
  JobsFunction: 'jobs-fn',
};

/** Made once: each takes milliseconds. */
const clients = {
  cloudFormation: new CloudFormationClient(),
  cloudFront: new CloudFrontClient(),
  lambda: new LambdaClient(),
};

/** One at a time: a new one takes the clients. */
export class FakeStage {
  readonly bucket = new FakeBucket();
  readonly cloudFormation = mockClient(clients.cloudFormation);
  readonly cloudFront = mockClient(clients.cloudFront);
  readonly lambda = mockClient(clients.lambda);
  /** What happened at AWS that is more than reading, in order. */
  readonly events: string[] = [];
  variables: Record<string, string> | undefined = { MEMORY_SECONDS: '60', DATABASE_NAME: 'portal' };
  /** The statuses that the function reports next; then it is settled. */
  functionStatuses: string[] = [];
  invalidationStatuses: string[] = ['InProgress', 'InProgress'];
  onRefresh: (asked: RefreshEvent['refresh']) => Refreshed | { readonly error: string };
  onFetch: () => Response;
  /** Runs when time passes. */
  onPause: (milliseconds: number) => void = () => {};
  now = Date.parse('2026-11-20T08:00:00.000Z');

  readonly dependencies: StageDependencies;
  readonly output: string[] = [];
  readonly complaint: string[] = [];
  readonly terminal: Terminal = {
    print: (text) => this.output.push(text),
    complain: (text) => this.complaint.push(text),
    inColour: false,
  };

  constructor() {
    this.onRefresh = () => ({ directory: 'founders', records: 0 });
    this.onFetch = () => new Response(this.bucket.current(copyKey)?.body ?? '[]');
    this.setOutputs();
    this.#stubFunction();
    this.#stubEdge();
    this.dependencies = {
      ...clients,
      s3: this.bucket.client,
      fetch: async (url) => {
        if (url !== listUrl) throw new TypeError(`nothing is at ${url}`);
        return this.onFetch();
      },
      waiting: {
        now: () => this.now,
        pause: async (milliseconds) => {
          this.now += milliseconds;
          this.onPause(milliseconds);
        },
      },
    };
  }

  /** As a directory's function keeps it. `at` is in milliseconds since the Unix epoch. */
  keep(records: readonly unknown[], at: number): void {
    const body = JSON.stringify(records);
    const about = {
      bucket: 'copies',
      directory: 'founders',
      cachedAt: at,
      records: records.length,
    };
    const { Metadata } = copyHeaders({ ...about, sha256: sha256Of(Buffer.from(body)) });
    this.bucket.put(copyKey, body, Metadata);
  }

  setOutputs(named: Readonly<Record<string, string>> = outputs): void {
    this.cloudFormation.on(DescribeStacksCommand).resolves({
      Stacks: [
        {
          StackName: 'Staging-Service',
          StackStatus: 'UPDATE_COMPLETE',
          CreationTime: new Date(0),
          Outputs: Object.entries(named).map(([OutputKey, OutputValue]) => ({
            OutputKey,
            OutputValue,
          })),
        },
      ],
    });
  }

  #stubFunction(): void {
    this.lambda.on(InvokeCommand).callsFake(({ Payload }: InvokeCommandInput) => {
      const { refresh } = JSON.parse(Payload as string) as RefreshEvent;
      this.events.push(refresh.acceptDrop ? 'refresh that accepts a drop' : 'refresh');
      const answer = this.onRefresh(refresh);
      const payload = (told: unknown) => Uint8ArrayBlobAdapter.fromString(JSON.stringify(told));
      return 'error' in answer
        ? { FunctionError: 'Unhandled', Payload: payload({ errorMessage: answer.error }) }
        : { Payload: payload(answer) };
    });
    this.lambda.on(GetFunctionConfigurationCommand).callsFake(() => ({
      LastUpdateStatus: this.functionStatuses.shift() ?? 'Successful',
      RevisionId: 'r1',
      ...(this.variables === undefined ? {} : { Environment: { Variables: this.variables } }),
    }));
    this.lambda
      .on(UpdateFunctionConfigurationCommand)
      .callsFake((input: UpdateFunctionConfigurationCommandInput) => {
        this.events.push('new processes');
        this.variables = input.Environment?.Variables;
        this.functionStatuses = ['InProgress', 'InProgress'];
        return { LastUpdateStatus: 'InProgress' };
      });
  }

  #stubEdge(): void {
    this.cloudFront
      .on(CreateInvalidationCommand)
      .callsFake((input: CreateInvalidationCommandInput) => {
        const paths = input.InvalidationBatch?.Paths?.Items ?? [];
        this.events.push(`invalidation of ${paths.join(' ')}`);
        return { Invalidation: { Id: 'I1' } };
      });
    this.cloudFront.on(GetInvalidationCommand).callsFake(() => ({
      Invalidation: { Id: 'I1', Status: this.invalidationStatuses.shift() ?? 'Completed' },
    }));
  }
}
