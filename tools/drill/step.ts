/** A step of the drill, what it has at hand, and how what it changes is undone: after it, after its failure, on Ctrl-C. */

import { CloudWatchLogsClient, paginateFilterLogEvents } from '@aws-sdk/client-cloudwatch-logs';
import { IAMClient } from '@aws-sdk/client-iam';
import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as v from 'valibot';

import { errorMessage } from '../../aws/errors.ts';
import { refresh } from '../../aws/refresh.ts';
import { waitUntil } from '../../aws/retry.ts';
import { CommandError } from '../../cli/command.ts';
import type { Directory } from '../../contract/directories.ts';
import {
  functionOf,
  realStageDependencies,
  type Stage,
  type StageDependencies,
} from '../stage/stage.ts';
import { exchange } from '../verify/exchange.ts';

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

/** The stage is not as it was before; the message is one sentence, with what to do. */
export class NotUndone extends Error {
  override readonly name = 'NotUndone';
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

  /** Once, even if asked for twice at once. @throws NotUndone; then it can be called again. */
  async undo(): Promise<void> {
    const change = this.#change;
    if (change === undefined) return;
    this.#undoing ??= this.#undo(change);
    try {
      await this.#undoing;
      this.#change = undefined;
    } catch (error) {
      throw new NotUndone(
        `A change could not be undone (${errorMessage(error)}): run ${change.byHand}`,
        { cause: error },
      );
    } finally {
      this.#undoing = undefined;
    }
  }

  /** Undoes, and refuses further changes: what is under way may go on for a moment. @throws NotUndone */
  async interrupt(): Promise<void> {
    this.#isInterrupted = true;
    await this.undo();
  }

  /** A change on its way may arrive after its undoing, so its end is waited for. */
  async #undo({ undo }: Change): Promise<void> {
    try {
      await this.#making;
    } catch (error) {
      // The service said no, so nothing was changed; any other failure leaves it open.
      if (error instanceof Error && '$fault' in error && error.$fault === 'client') return;
    }
    await undo();
  }
}

/** Has a directory's function read its list now. */
export async function refreshed({ lambda, stage }: Drill, { name }: Directory) {
  const { signal } = new AbortController();
  return refresh(lambda, functionOf(stage, name), { acceptDrop: false }, signal);
}

/** What the function logs of a read, as far as a step looks at it. */
const Line = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    kept: v.optional(v.string()),
    failure: v.optional(v.object({ reason: v.string() })),
  }),
);

/** A line is found a few seconds after it was written. */
const UNTIL_FOUND = { everyMs: 2000, atMostMs: 60_000 };

/** Far enough for any two clocks. */
const BACK_MS = 10 * 60_000;

/** Gives a function that waits until a directory's function has logged so many lines that are not there yet. */
export async function newLogLines(drill: Drill, directory: Directory, pattern: string) {
  const recent = async () => logEvents(drill, directory, pattern, drill.waiting.now() - BACK_MS);
  const known = new Set((await recent()).map(({ eventId }) => eventId));
  return async (count: number) => {
    const events = await waitUntil(
      drill.waiting,
      UNTIL_FOUND,
      async () => (await recent()).filter(({ eventId }) => !known.has(eventId)),
      (found) => found.length >= count,
    );
    return events.flatMap(({ message }) => {
      const line = v.safeParse(Line, message);
      return line.success ? [line.output] : [];
    });
  };
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
