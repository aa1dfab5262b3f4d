/** Finds a deployed stage: the outputs of its service stack say where everything is. */

import { type CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';

import type { DirectoryName } from '../../contract/directories.ts';
import { functionOutput, serviceStackName, stageOutput } from '../../contract/stage.ts';
import { errorMessage, errorName } from '../../aws/error-facts.ts';
import { CannotGoOn } from './cannot-go-on.ts';

export interface Stage {
  /** `Staging`, `Production`, `Local`. */
  readonly name: string;
  /** The value of an output. @throws CannotGoOn */
  readonly output: (name: string) => string;
}

const NAMES: readonly string[] = ['Staging', 'Production', 'Local'];

/** @param typed - in any case. @throws CannotGoOn */
export async function findStage(client: CloudFormationClient, typed: string): Promise<Stage> {
  const name = NAMES.find((known) => known.toLowerCase() === typed.toLowerCase());
  if (name === undefined) {
    throw new CannotGoOn(`There is no stage "${typed}": say staging, production or local.`);
  }
  const stack = serviceStackName(name);
  const outputs = await outputsOf(client, stack);
  return {
    name,
    output: (output) => {
      const value = outputs.get(output);
      if (value !== undefined) return value;
      throw new CannotGoOn(`The stack ${stack} has no output ${output}: deploy the stage again.`);
    },
  };
}

export function addressOf(stage: Stage): string {
  return stage.output(stageOutput.address);
}

export function functionOf(stage: Stage, directory: DirectoryName): string {
  return stage.output(functionOutput(directory));
}

async function outputsOf(
  client: CloudFormationClient,
  stack: string,
): Promise<ReadonlyMap<string, string>> {
  const { Stacks = [] } = await describe(client, stack);
  return new Map(
    (Stacks[0]?.Outputs ?? []).flatMap(({ OutputKey, OutputValue }) =>
      OutputKey === undefined || OutputValue === undefined ? [] : [[OutputKey, OutputValue]],
    ),
  );
}

async function describe(client: CloudFormationClient, stack: string) {
  try {
    return await client.send(new DescribeStacksCommand({ StackName: stack }));
  } catch (error) {
    const isAbsent =
      errorName(error) === 'ValidationError' && errorMessage(error).includes('does not exist');
    if (!isAbsent) throw error;
    throw new CannotGoOn(
      `There is no stack ${stack} in this account and region: set AWS_PROFILE and AWS_REGION to where the stage is, or deploy it.`,
      { cause: error },
    );
  }
}
