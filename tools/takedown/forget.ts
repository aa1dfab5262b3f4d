/** Lets the processes of a function end: each remembers the list that it served last. */

import {
  type FunctionConfiguration,
  GetFunctionConfigurationCommand,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';

import { forgetBefore } from '../../contract/names.ts';
import { GATEWAY_TIMEOUT_SECONDS } from '../../contract/limits.ts';
import { waitUntil } from '../../aws/retry.ts';
import { CommandError } from '../../cli/command.ts';
import type { StageDependencies } from '../stage/stage.ts';

/** A change of variables takes seconds. */
const RHYTHM = { everyMs: 1000, atMostMs: 5 * 60_000 };

/** Returns when no previous process answers any more. @throws CommandError */
export async function forget(
  dependencies: Pick<StageDependencies, 'lambda' | 'waiting'>,
  functionName: string,
): Promise<void> {
  const { lambda, waiting } = dependencies;
  const before = await configured(dependencies, functionName, isSettled);
  const variables = before.Environment?.Variables;
  if (variables === undefined) {
    // To write the one variable alone would take all the others away.
    throw new CommandError(
      `The variables of the function ${functionName} cannot be read: deploy the stage again, then run this again.`,
    );
  }
  const time = new Date(waiting.now()).toISOString();
  await lambda.send(
    new UpdateFunctionConfigurationCommand({
      FunctionName: functionName,
      Environment: { Variables: { ...variables, [forgetBefore]: time } },
      // Nobody else's change is undone, such as that of a deployment.
      ...(before.RevisionId === undefined ? {} : { RevisionId: before.RevisionId }),
    }),
  );
  const isTaken = ({ LastUpdateStatus, Environment }: FunctionConfiguration) =>
    LastUpdateStatus === 'Successful' && Environment?.Variables?.[forgetBefore] === time;
  const after = await configured(
    dependencies,
    functionName,
    (now) => isTaken(now) || now.LastUpdateStatus === 'Failed',
  );
  if (!isTaken(after)) {
    const { LastUpdateStatus = 'no status', LastUpdateStatusReason = 'no reason given' } = after;
    throw new CommandError(
      `The function ${functionName} did not take its new configuration (${LastUpdateStatus}: ${LastUpdateStatusReason}): run this again.`,
    );
  }
  // An answer that one of them still gives reaches the edge within this time or not at all.
  await waiting.pause(GATEWAY_TIMEOUT_SECONDS * 1000);
}

async function configured(
  { lambda, waiting }: Pick<StageDependencies, 'lambda' | 'waiting'>,
  functionName: string,
  isDone: (configuration: FunctionConfiguration) => boolean,
): Promise<FunctionConfiguration> {
  const ask = new GetFunctionConfigurationCommand({ FunctionName: functionName });
  return waitUntil(waiting, RHYTHM, async () => lambda.send(ask), isDone);
}

function isSettled({ LastUpdateStatus }: FunctionConfiguration): boolean {
  return LastUpdateStatus !== 'InProgress';
}
