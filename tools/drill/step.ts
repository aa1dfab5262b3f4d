/** A step of the drill, what it has at hand, and how what it changes is undone: after it, after its failure, on Ctrl-C. */

import { CloudWatchLogsClient, paginateFilterLogEvents } from '@aws-sdk/client-cloudwatch-logs';
import { IAMClient } from '@aws-sdk/client-iam';
import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

import { errorMessage } from '../../lambda/aws/errors.ts';
import { refresh } from '../../lambda/aws/refresh.ts';
import { CommandError } from '../cli/command.ts';
import type { Directory } from '../../contract/directories.ts';
import {
  functionOf,
  realStageDependencies,
  type Stage,
  type StageDependencies,
} from '../stage/stage.ts';
import { exchange } from './exchange.ts';

export interface Step {
  readonly name: string;
  /** The claim that it settles. */
  readonly shows: string;
  /** What is different while it runs, and until when. Absent where nothing is. */
  readonly changes?: string;
  /** Whatever it throws is a failure; what it changed is undone then, too. */
  readonly run: (drill: Drill) => Promise<Verdict>;
}

export interface Verdict {
  readonly result: 'passed' | 'failed' | 'not tried';
  readonly why: string;
}

export const passed = (why: string): Verdict => ({ result: 'passed', why });
export const failed = (why: string): Verdict => ({ result: 'failed', why });
export const notTried = (why: string): Verdict => ({ result: 'not tried', why });

export interface Drill extends DrillDependencies {
  readonly stage: Stage;
}

export interface DrillDependencies extends StageDependencies {
  readonly iam: IAMClient;
  readonly logs: CloudWatchLogsClient;
  readonly secretsManager: SecretsManagerClient;
  readonly rdsData: RDSDataClient;
  /** One request as a client makes it. */
  readonly exchange: typeof exchange;
  readonly changes: Changes;
}

export function realDrillDependencies(): DrillDependencies {
  return {
    ...realStageDependencies(),
    iam: new IAMClient(),
    logs: new CloudWatchLogsClient(),
    secretsManager: new SecretsManagerClient(),
    rdsData: new RDSDataClient(),
    exchange,
    changes: new Changes(),
  };
}

interface Change {
  readonly make: () => Promise<unknown>;
  readonly undo: () => Promise<unknown>;
  /** The command of the AWS CLI that undoes it, for where this program cannot. */
  readonly byHand: string;
}

/** What is changed at this moment: one thing at most. */
export class Changes {
  #change: Change | undefined;
  #making: Promise<unknown> = Promise.resolve();
  #undoing: Promise<void> | undefined;
  #isInterrupted = false;

  /** Known before it is made, so that no moment is left in which it would stay. @throws CommandError after an interruption. */
  async make(change: Change): Promise<void> {
    if (this.#isInterrupted) throw new CommandError('Interrupted.');
    this.#change = change;
    this.#making = change.make();
    await this.#making;
  }

  /** Once, even if asked for twice at once. @throws CommandError with what to do; then it can be called again. */
  async undo(): Promise<void> {
    if (this.#change === undefined) return;
    this.#undoing ??= this.#undo(this.#change).finally(() => {
      this.#undoing = undefined;
    });
    await this.#undoing;
  }

  /** Undoes, and refuses further changes: what is under way may go on for a moment. @throws CommandError */
  async interrupt(): Promise<void> {
    this.#isInterrupted = true;
    await this.undo();
  }

  async #undo({ undo, byHand }: Change): Promise<void> {
    try {
      // A change on its way may arrive after its undoing, so its end is waited for.
      const refusal = await this.#making.then(() => undefined, ownRefusal);
      if (refusal === undefined) await undo();
      this.#change = undefined;
    } catch (error) {
      throw new CommandError(
        `A change could not be undone (${errorMessage(error)}): run ${byHand}`,
        { cause: error },
      );
    }
  }
}

/** An error with which the service said no, so that nothing was changed; any other failure leaves it open. */
function ownRefusal(error: unknown): unknown {
  const isRefusal = error instanceof Error && '$fault' in error && error.$fault === 'client';
  return isRefusal ? error : undefined;
}

/** Has a directory's function read its list now. */
export async function refreshed({ lambda, stage }: Drill, { name }: Directory) {
  const { signal } = new AbortController();
  return refresh(lambda, functionOf(stage, name), { acceptDrop: false }, signal);
}

/** What a directory's function has logged. @param filterPattern - see CloudWatch Logs User Guide, "Filter pattern syntax". */
export async function logEvents(
  { lambda, logs, stage }: Drill,
  { name }: Directory,
  filterPattern: string,
  startTime: number,
) {
  const FunctionName = functionOf(stage, name);
  const { LoggingConfig } = await lambda.send(
    new GetFunctionConfigurationCommand({ FunctionName }),
  );
  const logGroupName = LoggingConfig?.LogGroup;
  if (logGroupName === undefined) throw new CommandError(`${FunctionName} has no log group.`);
  const query = { logGroupName, filterPattern, startTime };
  const found = [];
  for await (const { events = [] } of paginateFilterLogEvents({ client: logs }, query)) {
    found.push(...events);
  }
  return found;
}
