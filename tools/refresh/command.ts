/**
 * `npm run refresh`: an edit of the portal is visible now and not within the hour. An invalidation alone is not enough: a
 * process that read the list before the edit repeats its answer for as long as it remembers it, and CloudFront would
 * take that answer for another hour.
 */

import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';

import { allDirectories, type Directory } from '../../contract/directories.ts';
import { environment } from '../../contract/environment.ts';
import { header } from '../../contract/http.ts';
import { GATEWAY_TIMEOUT_SECONDS } from '../../contract/limits.ts';
import type { Refreshed } from '../../contract/refresh.ts';
import { stageOutput } from '../../contract/stage.ts';
import { refresh } from '../../aws/refresh.ts';
import { CannotGoOn } from '../stage/cannot-go-on.ts';
import { commandLine, type CommandLine, WrongUsage } from '../stage/command-line.ts';
import { exitCode } from '../stage/exit-code.ts';
import { invalidate } from '../stage/invalidate.ts';
import { addressOf, findStage, functionOf, type Stage } from '../stage/stage.ts';
import type { AskingTerminal } from '../stage/terminal.ts';
import { realDependencies, type StageDependencies } from '../stage/dependencies.ts';

const COMMAND = {
  name: 'refresh',
  rights:
    "cloudformation:DescribeStacks, lambda:InvokeFunction and GetFunctionConfiguration on the stage's functions, cloudfront:CreateInvalidation and GetInvalidation",
};

export const HELP = `Makes what the database says now visible to visitors, at once and not within the hour.

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

/** The exit code, as HELP says. */
export async function refreshLists(
  args: readonly string[],
  terminal: AskingTerminal,
  dependencies: StageDependencies = realDependencies(),
): Promise<number> {
  return exitCode(COMMAND, terminal, async () => {
    const options = commandLine(args);
    if (options.help) {
      terminal.print(HELP);
      return 0;
    }
    const { typed, lists } = wantedOf(options);
    const stage = await findStage(dependencies.cloudFormation, typed);
    if (options.dryRun) {
      await tell(dependencies, stage, lists, terminal);
    } else {
      await refreshAll(dependencies, stage, lists, terminal);
    }
    return 0;
  });
}

/** @throws WrongUsage */
function wantedOf({ words: [typed, name, ...more] }: CommandLine) {
  if (typed === undefined) throw new WrongUsage('The stage is missing.');
  if (more.length > 0) throw new WrongUsage(`"${more.join(' ')}" is too much.`);
  const lists = allDirectories.filter((each) => name === undefined || each.name === name);
  if (lists.length > 0) return { typed, lists };
  throw new WrongUsage(`There is no directory "${name}": say startups, founders or jobs.`);
}

async function tell(
  dependencies: StageDependencies,
  stage: Stage,
  lists: readonly Directory[],
  terminal: AskingTerminal,
): Promise<void> {
  const seconds = await secondsToForget(dependencies, stage, lists);
  terminal.print(`Nothing is changed. A refresh of ${stage.name}:`);
  for (const list of lists) {
    const { source, cachedAt } = await visitorsGet(dependencies, stage, list);
    terminal.print(
      `${list.name}: visitors get the list of ${cachedAt} (${source}); ${functionOf(stage, list.name)} would read it`,
    );
  }
  terminal.print(`then, ${seconds} s later, ${pathsOf(lists).join(' ')} would be invalidated`);
}

async function refreshAll(
  dependencies: StageDependencies,
  stage: Stage,
  lists: readonly Directory[],
  terminal: AskingTerminal,
): Promise<void> {
  const { lambda, waiting } = dependencies;
  const { signal } = new AbortController();
  const readAt = new Map<Directory, string>();
  for (const list of lists) {
    const functionName = functionOf(stage, list.name);
    const refreshed = await refresh(lambda, functionName, { acceptDrop: false }, signal);
    const cachedAt = keptAt(list, refreshed);
    readAt.set(list, cachedAt);
    terminal.print(`${list.name}: ${refreshed.records} records, read at ${cachedAt}`);
  }

  const seconds = await secondsToForget(dependencies, stage, lists);
  terminal.print(`waiting for ${seconds} s, in which older lists may still be answered`);
  await waiting.pause(seconds * 1000);

  await invalidate(
    dependencies,
    stage.output(stageOutput.distributionId),
    COMMAND.name,
    pathsOf(lists),
  );
  terminal.print(`edge: ${pathsOf(lists).join(' ')} invalidated`);

  for (const list of lists) {
    const got = await visitorsGet(dependencies, stage, list);
    const atLeast = readAt.get(list) ?? '';
    if (got.source !== 'database' || got.cachedAt < atLeast) {
      throw new CannotGoOn(
        `Visitors still get the list ${list.name} of ${got.cachedAt} (${got.source}), and not one of ${atLeast} or later: run this again, and if it stays so see docs/runbook.md, "Visitors get old data".`,
      );
    }
    terminal.print(`visitors get the list ${list.name} of ${got.cachedAt}`);
  }
}

/** @throws CannotGoOn where the list was not read, or not kept. */
function keptAt({ name }: Directory, { failure, records, copy }: Refreshed): string {
  if (failure?.isDrop === true) {
    throw new CannotGoOn(
      `The list ${name} is refused: ${failure.reason}. If that is true, say: npm run accept -- <stage> ${name}`,
    );
  }
  if (failure !== undefined) {
    const section =
      failure.kind === 'outage' ? 'Visitors get old data' : 'Something is wrong with the database';
    throw new CannotGoOn(
      `The list ${name} cannot be read: ${failure.name}: ${failure.reason}. See docs/runbook.md, "${section}".`,
    );
  }
  if (records === undefined || copy === undefined) {
    throw new CannotGoOn(
      `The list ${name} was read but there is no last-good copy of it: see docs/runbook.md, "Copies are not kept".`,
    );
  }
  return copy.cachedAt;
}

/** How long a function repeats a list that it read before, and how long its last answer may be on the way. */
async function secondsToForget(
  { lambda }: StageDependencies,
  stage: Stage,
  lists: readonly Directory[],
): Promise<number> {
  const remembered = await Promise.all(
    lists.map(async ({ name }) => {
      const FunctionName = functionOf(stage, name);
      const found = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
      const seconds = Number(found.Environment?.Variables?.[environment.memorySeconds]);
      if (Number.isFinite(seconds)) return seconds;
      throw new CannotGoOn(
        `The variable ${environment.memorySeconds} of the function ${FunctionName} cannot be read: deploy the stage again.`,
      );
    }),
  );
  return Math.max(...remembered) + GATEWAY_TIMEOUT_SECONDS;
}

/** At the place of the edge that is nearest to here. @throws CannotGoOn */
async function visitorsGet({ fetch }: StageDependencies, stage: Stage, { name }: Directory) {
  const url = `${addressOf(stage)}/${name}`;
  const cannot = (why: string) =>
    new CannotGoOn(
      `${url} ${why}: see docs/runbook.md, "The service answers with errors", and run this again.`,
    );
  let answer: Response;
  try {
    answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
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
