/**
 * Makes an edit of the portal visible now and not within the hour. Run as `npm run refresh`. An invalidation alone is not
 * enough: a process that read the list before the edit repeats its answer for as long as it remembers it, and CloudFront
 * would take that answer for another hour.
 */

import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';

import { refresh as refreshList } from '../lambda/aws/refresh.ts';
import { command, CommandError } from './cli/command.ts';
import { main } from './cli/main.ts';
import type { Terminal } from './cli/terminal.ts';
import { allDirectories, type Directory } from '../contract/directories.ts';
import { environment, stageOutput } from '../contract/names.ts';
import { header } from '../contract/http.ts';
import { GATEWAY_TIMEOUT_SECONDS } from '../contract/limits.ts';
import type { Refreshed } from '../contract/refresh.ts';
import {
  addressOf,
  dryRunOption,
  explainWith,
  findStage,
  functionOf,
  invalidate,
  realStageDependencies,
  type Stage,
  type StageDependencies,
} from './stage/stage.ts';

const help = `Makes what the database says now visible to visitors, at once and not within the hour.

  npm run refresh -- <stage> [directory] [options]

  <stage>        staging, production or local
  [directory]    startups, founders or jobs; all three if left out

  --dry-run      say what visitors get and what would be done, and change nothing
  --help         print this and stop

It has the functions read their lists, waits for about a minute until none can
repeat an older one, empties the edge of them, and checks what visitors get.
What a browser has already fetched lives there for up to an hour.

Credentials and region are found as by the AWS CLI (AWS_PROFILE, AWS_REGION,
environment, aws sso login).

Exit code: 0 visitors get the new lists, or a dry run; 1 they do not, or it
failed; 2 wrong usage.
`;

const TIMEOUT_MS = 30_000;

export const refresh = command({
  name: 'refresh',
  help,
  options: dryRunOption,
  args: {
    stage: {},
    directory: { choices: allDirectories.map(({ name }) => name), optional: true },
  },
  dependencies: realStageDependencies,
  explain: explainWith(
    "cloudformation:DescribeStacks, lambda:InvokeFunction and GetFunctionConfiguration on the stage's functions, cloudfront:CreateInvalidation and GetInvalidation",
  ),
  interrupted: 'Interrupted: the steps listed above are done. Run it again: it starts over.',
  async run({ options, args, terminal, dependencies, signal }) {
    const lists = allDirectories.filter(({ name }) => name === (args.directory ?? name));
    const stage = await findStage(dependencies.cloudFormation, args.stage);
    const at: Refresh = { dependencies, stage, lists, terminal, signal };
    await (options['dry-run'] ? describe(at) : refreshAll(at));
    return 0;
  },
});

interface Refresh {
  readonly dependencies: StageDependencies;
  readonly stage: Stage;
  readonly lists: readonly Directory[];
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

async function describe(at: Refresh): Promise<void> {
  const { stage, lists, terminal } = at;
  const seconds = await secondsToForget(at);
  terminal.print(`Nothing is changed. A refresh of ${stage.name}:`);
  for (const list of lists) {
    const { source, cachedAt } = await visitorsGet(at, list);
    terminal.print(
      `${list.name}: visitors get the list of ${cachedAt} (${source}); ${functionOf(stage, list.name)} would read it`,
    );
  }
  terminal.print(`then, ${seconds} s later, ${pathsOf(lists).join(' ')} would be invalidated`);
}

async function refreshAll(at: Refresh): Promise<void> {
  const { dependencies, stage, lists, terminal, signal } = at;
  const readAt = new Map<Directory, string>();
  for (const list of lists) {
    const functionName = functionOf(stage, list.name);
    const asked = { acceptDrop: false };
    const refreshed = await refreshList(dependencies.lambda, functionName, asked, signal);
    const cachedAt = keptAt(list, refreshed);
    readAt.set(list, cachedAt);
    terminal.print(`${list.name}: ${refreshed.records} records, read at ${cachedAt}`);
  }

  const seconds = await secondsToForget(at);
  terminal.print(`waiting for ${seconds} s, in which older lists may still be answered`);
  await dependencies.waiting.pause(seconds * 1000);

  const distributionId = stage.output(stageOutput.distributionId);
  await invalidate(dependencies, distributionId, refresh.name, pathsOf(lists));
  terminal.print(`edge: ${pathsOf(lists).join(' ')} invalidated`);

  for (const list of lists) {
    const got = await visitorsGet(at, list);
    const atLeast = readAt.get(list) ?? '';
    if (got.source !== 'database' || got.cachedAt < atLeast) {
      throw new CommandError(
        `Visitors still get the list ${list.name} of ${got.cachedAt} (${got.source}), and not one of ${atLeast} or later: run this again, and if it stays so see docs/runbook.md, "Visitors get old data".`,
      );
    }
    terminal.print(`visitors get the list ${list.name} of ${got.cachedAt}`);
  }
}

/** @throws CommandError where the list was not read, or not kept. */
function keptAt({ name }: Directory, { failure, records, copy }: Refreshed): string {
  if (failure?.isDrop === true) {
    throw new CommandError(
      `The list ${name} is refused: ${failure.reason}. If that is right, run: npm run accept -- <stage> ${name}`,
    );
  }
  if (failure !== undefined) {
    const section =
      failure.kind === 'outage'
        ? 'docs/runbook.md, "Visitors get old data"'
        : 'docs/runbook.md, "Something is wrong with the database"';
    throw new CommandError(
      `The list ${name} cannot be read: ${failure.name}: ${failure.reason}. See ${section}.`,
    );
  }
  if (records === undefined || copy === undefined) {
    throw new CommandError(
      `The list ${name} was read but there is no last-good copy of it: see docs/runbook.md, "Copies are not kept".`,
    );
  }
  return copy.cachedAt;
}

/** How long a function repeats a list that it read before, and how long its last answer may be on the way. */
async function secondsToForget({ dependencies, stage, lists }: Refresh): Promise<number> {
  const remembered = await Promise.all(
    lists.map(async ({ name }) => {
      const FunctionName = functionOf(stage, name);
      const ask = new GetFunctionConfigurationCommand({ FunctionName });
      const { Environment } = await dependencies.lambda.send(ask);
      const seconds = Number(Environment?.Variables?.[environment.memorySeconds]);
      if (Number.isFinite(seconds)) return seconds;
      throw new CommandError(
        `The variable ${environment.memorySeconds} of the function ${FunctionName} cannot be read: deploy the stage again.`,
      );
    }),
  );
  return Math.max(...remembered) + GATEWAY_TIMEOUT_SECONDS;
}

/** At the place of the edge that is nearest to here. @throws CommandError */
async function visitorsGet({ dependencies, stage }: Refresh, { name }: Directory) {
  const url = `${addressOf(stage)}/${name}`;
  const cannot = (why: string) =>
    new CommandError(
      `${url} ${why}: see docs/runbook.md, "The service answers with errors", and run this again.`,
    );
  let answer: Response;
  try {
    answer = await dependencies.fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    await answer.arrayBuffer();
  } catch {
    throw cannot('does not answer');
  }
  const cachedAt = answer.headers.get(header.cachedAt);
  const source = answer.headers.get(header.dataSource);
  if (answer.status === 200 && cachedAt !== null && source !== null) return { cachedAt, source };
  throw cannot(`answers ${answer.status} without saying how old the list is`);
}

function pathsOf(lists: readonly Directory[]): readonly string[] {
  return lists.map(({ path }) => path);
}

main(import.meta.url, refresh);
