/** A deployed stage: the outputs of its service stack say where everything is; and what the commands there have in common. */

import {
  CloudFormationClient,
  DescribeStacksCommand,
  type Output,
} from '@aws-sdk/client-cloudformation';
import {
  CloudFrontClient,
  CreateInvalidationCommand,
  GetInvalidationCommand,
} from '@aws-sdk/client-cloudfront';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';

import { errorMessage, errorName } from '../../lambda/aws/errors.ts';
import { NotServing } from '../../lambda/aws/refresh.ts';
import { realWaiting, type Waiting } from '../../lambda/aws/retry.ts';
import { CommandError, UsageError } from '../cli/command.ts';
import type { Terminal } from '../cli/terminal.ts';
import type { DirectoryName } from '../../contract/directories.ts';
import { functionOutput, serviceStackName, stageOutput } from '../../contract/names.ts';
import { stageErrorMessage } from './errors.ts';
import { waitUntil } from './wait-until.ts';

// package.json says which versions of Node do; the SDK's warning about future ones is for developers.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

/** An invalidation takes a few seconds, rarely minutes. */
const RHYTHM = { everyMs: 5000, atMostMs: 15 * 60_000 };

const COMPLETED = 'Completed';

/** What a command touches besides its terminal. */
export interface StageDependencies {
  readonly cloudFormation: CloudFormationClient;
  readonly cloudFront: CloudFrontClient;
  readonly lambda: LambdaClient;
  readonly s3: S3Client;
  /** Asks for an address of the service as a client does. */
  readonly fetch: (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>;
  readonly waiting: Waiting;
}

/** The SDK's own chain finds credentials, region and endpoints (`AWS_ENDPOINT_URL…`), as the AWS CLI does. */
export function realStageDependencies(): StageDependencies {
  return {
    cloudFormation: new CloudFormationClient(),
    cloudFront: new CloudFrontClient(),
    lambda: new LambdaClient(),
    s3: new S3Client(),
    fetch: async (url, init) => fetch(url, init),
    waiting: realWaiting,
  };
}

export interface Stage {
  /** `Staging`, `Production`, `Local`. */
  readonly name: string;
  /** The value of an output. @throws CommandError */
  readonly output: (name: string) => string;
}

/** The service on this machine (`npm start`). */
const LOCAL = 'Local';

const NAMES: readonly string[] = ['Staging', 'Production', LOCAL];

/** @param typed - in any case. @throws CommandError */
export async function findStage(client: CloudFormationClient, typed: string): Promise<Stage> {
  const name = NAMES.find((known) => known.toLowerCase() === typed.toLowerCase());
  if (name === undefined) {
    throw new CommandError(`There is no stage "${typed}": use staging, production or local.`);
  }
  const stack = serviceStackName(name);
  const outputs = await outputsOf(client, stack).catch((error: unknown) => {
    const isBug = !(error instanceof CommandError) && stageErrorMessage(error, '') === undefined;
    if (name !== LOCAL || isBug) throw error;
    throw new CommandError(NOT_LOCAL, { cause: error });
  });
  return {
    name,
    output: (output) => {
      const value = outputs.find(({ OutputKey }) => OutputKey === output)?.OutputValue;
      if (value !== undefined) return value;
      throw new CommandError(`The stack ${stack} has no output ${output}: deploy the stage again.`);
    },
  };
}

const NOT_LOCAL =
  'This shell does not find the service of npm start: start it, paste the line that it prints, "export AWS_ENDPOINT_URL=… AWS_SECRET_ACCESS_KEY=local", and run this again.';

export function addressOf(stage: Stage): string {
  return stage.output(stageOutput.address);
}

export function functionOf(stage: Stage, directory: DirectoryName): string {
  return stage.output(functionOutput(directory));
}

async function outputsOf(client: CloudFormationClient, stack: string): Promise<readonly Output[]> {
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: stack }));
    return Stacks?.[0]?.Outputs ?? [];
  } catch (error) {
    const isAbsent =
      errorName(error) === 'ValidationError' && errorMessage(error).includes('does not exist');
    if (!isAbsent) throw error;
    throw new CommandError(
      `There is no stack ${stack} in this account and region: set AWS_PROFILE and AWS_REGION to where the stage is, or deploy it.`,
      { cause: error },
    );
  }
}

/** Returns when no edge location has the paths any more. @param command - that asks for it. @throws CommandError */
export async function invalidate(
  { cloudFront, waiting }: Pick<StageDependencies, 'cloudFront' | 'waiting'>,
  distributionId: string,
  command: string,
  paths: readonly string[],
): Promise<void> {
  const { Invalidation } = await cloudFront.send(
    new CreateInvalidationCommand({
      DistributionId: distributionId,
      InvalidationBatch: {
        CallerReference: `${command} ${new Date(waiting.now()).toISOString()}`,
        Paths: { Quantity: paths.length, Items: [...paths] },
      },
    }),
  );
  const ask = new GetInvalidationCommand({
    DistributionId: distributionId,
    Id: Invalidation?.Id ?? '',
  });
  const status = await waitUntil(
    waiting,
    RHYTHM,
    async () => (await cloudFront.send(ask)).Invalidation?.Status,
    (now) => now === COMPLETED,
  );
  if (status === COMPLETED) return;
  throw new CommandError(
    `The invalidation ${ask.input.Id} of the distribution ${distributionId} is not completed: run this again.`,
  );
}

export const dryRunOption = { 'dry-run': { type: 'boolean' } } as const;
export const confirmOptions = { ...dryRunOption, yes: { type: 'boolean', short: 'y' } } as const;

/** Returns once a person has typed `word`, or where `--yes` was given. @throws UsageError, CommandError */
export async function confirmed({ ask }: Terminal, yes: boolean, word: string): Promise<void> {
  if (yes) return;
  if (ask === undefined) {
    throw new UsageError('Not a terminal, so nobody can confirm: use --yes.');
  }
  const typed = await ask(`Type ${word} to go on: `);
  if (typed !== word) throw new CommandError(`Nothing was changed: that was not "${word}".`);
}

/** One sentence for a failure at AWS, or `undefined` for a bug of ours. @param permissions - that the command needs. */
export function explainWith(permissions: string): (error: unknown) => string | undefined {
  return (error) => {
    if (error instanceof NotServing) {
      return `The directory cannot be refreshed: ${error.message}. Look at its log (docs/runbook.md, "The service answers with errors").`;
    }
    return stageErrorMessage(error, permissions);
  };
}
