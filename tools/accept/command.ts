/** `npm run accept`: from the command line to an exit code. */

import type { DirectoryName } from '../../contract/directories.ts';
import type { Refreshed } from '../../contract/refresh.ts';
import { refresh } from '../../aws/refresh.ts';
import { CannotGoOn } from '../stage/cannot-go-on.ts';
import { commandLine } from '../stage/command-line.ts';
import { confirmed } from '../stage/confirmed.ts';
import { exitCode } from '../stage/exit-code.ts';
import { findStage, functionOf, type Stage } from '../stage/stage.ts';
import type { AskingTerminal } from '../stage/terminal.ts';
import { realDependencies, type StageDependencies } from '../stage/dependencies.ts';
import { HELP, targetOf } from './usage.ts';
import { copyWords, noHelpWords, recordsWords, WHEN_SEEN } from './words.ts';

const COMMAND = {
  name: 'accept',
  rights: "cloudformation:DescribeStacks and lambda:InvokeFunction on the stage's functions",
};

const NOTHING_READ =
  'The function read nothing and does not say why: look at its log (docs/runbook.md, "A function fails").';

/** The exit code: 0 published, or nothing to publish, or a dry run of it; 1 it failed; 2 wrong usage. */
export async function accept(
  args: readonly string[],
  terminal: AskingTerminal,
  dependencies: StageDependencies = realDependencies(),
): Promise<number> {
  return exitCode(COMMAND, terminal, async () => run(args, terminal, dependencies));
}

async function run(
  args: readonly string[],
  terminal: AskingTerminal,
  dependencies: StageDependencies,
): Promise<number> {
  const options = commandLine(args);
  if (options.help) {
    terminal.print(HELP);
    return 0;
  }
  const { stage: typed, directory } = targetOf(options);
  const stage = await findStage(dependencies.cloudFormation, typed);
  const ask = async (acceptDrop: boolean) => read(dependencies, stage, directory, acceptDrop);

  const found = await ask(false);
  const { records, failure } = found;
  if (failure === undefined) {
    if (records === undefined) throw new CannotGoOn(NOTHING_READ);
    terminal.print(
      `${whose(stage, directory)} is fresh: ${recordsWords(records)}. ${copyWords(found)}\nThere is nothing to accept.`,
    );
    return 0;
  }
  if (failure.isDrop !== true) {
    terminal.print(copyWords(found));
    throw new CannotGoOn(noHelpWords(failure));
  }
  terminal.print(`${whose(stage, directory)} is refused: ${failure.reason}.\n${copyWords(found)}`);
  if (options.dryRun) {
    terminal.print('It can be accepted: run this without --dry-run if the database is right.');
    return 0;
  }
  await confirmed(terminal, options, directory);
  terminal.print(`${published(await ask(true))}\n${WHEN_SEEN}`);
  return 0;
}

async function read(
  { lambda }: StageDependencies,
  stage: Stage,
  directory: DirectoryName,
  acceptDrop: boolean,
): Promise<Refreshed> {
  const { signal } = new AbortController();
  return refresh(lambda, functionOf(stage, directory), { acceptDrop }, signal);
}

function whose({ name }: Stage, directory: DirectoryName): string {
  return `The list ${directory} of ${name}`;
}

/** The next read is compared with the copy, so the drop is accepted once it is in the copy. */
function published({ records, failure, copy }: Refreshed): string {
  if (failure !== undefined) throw new CannotGoOn(`It is not published. ${noHelpWords(failure)}`);
  if (records === undefined || copy?.records !== records) {
    throw new CannotGoOn(
      'The list was read but not kept as the last-good copy, so the next read is refused again: run this again, and if it stays so see docs/runbook.md, "Copies are not kept".',
    );
  }
  return `Published now: ${recordsWords(records)}, read at ${copy.cachedAt}.`;
}
