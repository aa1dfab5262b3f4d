/** Publishes a list that truly lost more than half of its records. Run as `npm run accept`. */

import { refresh } from '../lambda/aws/refresh.ts';
import { command, CommandError } from './cli/command.ts';
import { main } from './cli/main.ts';
import { allDirectories } from '../contract/directories.ts';
import type { Refreshed } from '../contract/refresh.ts';
import {
  confirmed,
  confirmOptions,
  explainWith,
  findStage,
  functionOf,
  realStageDependencies,
} from './stage/stage.ts';

const help = `Publishes a list that truly lost more than half of its records, which the service
refuses by itself where it had more than ten.

  npm run accept -- <stage> <directory> [options]

  <stage>        staging, production or local
  <directory>    startups, founders or jobs

  --dry-run      say what the database has and what is published, and stop
  --yes          do not ask
  --help         print this and stop

Both readings are made by the directory's function. Only the comparison with the
list before is left out: a list that is bad in another way stays refused.

Credentials and region are found as by the AWS CLI (AWS_PROFILE, AWS_REGION,
environment, aws sso login).

Exit code: 0 published, nothing to accept, or with --dry-run it can be accepted; 1 it
cannot be accepted, or it failed; 2 wrong usage.
`;

export const accept = command({
  name: 'accept',
  help,
  dependencies: realStageDependencies,
  options: confirmOptions,
  args: { stage: {}, directory: { choices: allDirectories.map(({ name }) => name) } },
  explain: explainWith(
    "cloudformation:DescribeStacks and lambda:InvokeFunction on the stage's functions",
  ),
  interrupted: 'Interrupted: see with --dry-run what is published now.',
  async run({ options, args: { stage: typed, directory }, terminal, dependencies, signal }) {
    const { cloudFormation, lambda } = dependencies;
    const stage = await findStage(cloudFormation, typed);
    const read = async (acceptDrop: boolean) =>
      refresh(lambda, functionOf(stage, directory), { acceptDrop }, signal);
    const list = `The list ${directory} of ${stage.name}`;

    const found = await read(false);
    const { records, failure } = found;
    if (failure === undefined) {
      if (records === undefined) throw new CommandError(NOTHING_READ);
      terminal.print(
        `${list} is fresh: ${counted(records)}. ${publishedBefore(found)}\nThere is nothing to accept.`,
      );
      return 0;
    }
    if (failure.isDrop !== true) {
      terminal.print(publishedBefore(found));
      throw new CommandError(acceptingDoesNotHelp(failure));
    }
    terminal.print(`${list} is refused: ${failure.reason}.\n${publishedBefore(found)}`);
    if (options['dry-run']) {
      terminal.print('It can be accepted: run this without --dry-run if the database is right.');
      return 0;
    }
    await confirmed(terminal, options.yes, directory);
    terminal.print(`${publishedNow(await read(true))}\n${WHEN_SEEN}`);
    return 0;
  },
});

const NOTHING_READ =
  'The function read nothing and does not say why: look at its log (docs/runbook.md, "First look").';

/** A fresh answer that the edge took before the drop stays there as after any edit. */
const WHEN_SEEN =
  'Clients see it within a minute where they get the old copy now (such an answer lives 60 s at the edge), and within the hour where the edge still has a fresh answer; no invalidation is needed.';

function publishedBefore({ copy }: Refreshed): string {
  return copy === undefined
    ? 'There is no last-good copy, or it cannot be read (docs/runbook.md, "Copies are not kept").'
    : `Published: ${counted(copy.records)}, read at ${copy.cachedAt}.`;
}

/** The next read is compared with the copy, so the drop is accepted once it is in the copy. @throws CommandError */
function publishedNow({ records, failure, copy }: Refreshed): string {
  if (failure !== undefined) {
    throw new CommandError(`It is not published. ${acceptingDoesNotHelp(failure)}`);
  }
  if (records === undefined || copy?.records !== records) {
    throw new CommandError(
      'The list was read but not kept as the last-good copy, so the next read is refused again: run this again, and if it stays so see docs/runbook.md, "Copies are not kept".',
    );
  }
  return `Published now: ${counted(records)}, read at ${copy.cachedAt}.`;
}

function counted(records: number): string {
  return records === 1 ? '1 record' : `${records} records`;
}

/** Why, and what helps. The sections are those of docs/runbook.md. */
function acceptingDoesNotHelp({ kind, name, reason }: NonNullable<Refreshed['failure']>): string {
  const because = `Accepting does not help: ${name}: ${reason}.`;
  if (kind === 'outage') {
    return `${because} The database is unavailable; the last-good copy is served until it is back. See docs/runbook.md, "Visitors get old data".`;
  }
  return name === 'ListRefused'
    ? `${because} It is not a drop that is refused: correct the records in the portal, or the view. See docs/runbook.md, "A list is refused".`
    : `${because} Something is wrong between the function and the database. See docs/runbook.md, "Something is wrong with the database".`;
}

main(import.meta.url, accept);
