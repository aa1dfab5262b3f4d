/** What a directory's function has logged since a moment. */

import { paginateFilterLogEvents } from '@aws-sdk/client-cloudwatch-logs';
import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import * as v from 'valibot';

import type { Directory } from '../../contract/directories.ts';
import { CannotGoOn } from '../stage/cannot-go-on.ts';
import { functionOf } from '../stage/stage.ts';
import { waitUntil } from '../stage/wait-until.ts';
import type { Drill } from './step.ts';

/** As `lambda/directory/report.ts` writes it. */
const Line = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    kept: v.optional(v.string()),
    failure: v.optional(v.object({ reason: v.string() })),
  }),
);
type Line = v.InferOutput<typeof Line>;

/** A line is found a few seconds after it was written. */
const UNTIL_FOUND = { everyMs: 2000, atMostMs: 60_000 };

/** Far enough for any two clocks. */
const BACK_MS = 10 * 60_000;

/** @param pattern - see CloudWatch Logs User Guide, "Filter pattern syntax". */
export async function logLines(
  drill: Drill,
  directory: Directory,
  pattern: string,
): Promise<{ readonly more: (count: number) => Promise<readonly Line[]> }> {
  const { waiting } = drill.dependencies;
  // By the log's own clock: this one's may be another.
  const before = await eventsSince(drill, directory, pattern, waiting.now() - BACK_MS);
  const known = new Set(before.map(({ eventId }) => eventId));
  return {
    /** Waits until there are so many. */
    more: async (count) => {
      const lines = await waitUntil(
        waiting,
        UNTIL_FOUND,
        async () =>
          (await eventsSince(drill, directory, pattern, waiting.now() - BACK_MS)).filter(
            ({ eventId }) => !known.has(eventId),
          ),
        (found) => found.length >= count,
      );
      return lines.flatMap(({ message }) => {
        const line = v.safeParse(Line, message);
        return line.success ? [line.output] : [];
      });
    },
  };
}

export async function eventsSince(
  { dependencies, stage }: Drill,
  directory: Directory,
  filterPattern: string,
  startTime: number,
) {
  const FunctionName = functionOf(stage, directory.name);
  const { LoggingConfig } = await dependencies.lambda.send(
    new GetFunctionConfigurationCommand({ FunctionName }),
  );
  const logGroupName = LoggingConfig?.LogGroup;
  if (logGroupName === undefined) throw new CannotGoOn(`${FunctionName} has no log group.`);
  const pages = paginateFilterLogEvents(
    { client: dependencies.logs },
    { logGroupName, filterPattern, startTime },
  );
  const found = [];
  for await (const { events = [] } of pages) found.push(...events);
  return found;
}
