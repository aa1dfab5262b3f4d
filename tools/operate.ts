/** The command line of `npm run operate`. Operators use it to change or check a stage. */

import { Argument, type Command } from 'commander';
import * as v from 'valibot';

import { allDirectories, type DirectoryName } from '../contract/directories.ts';
import { uuid } from '../contract/fields.ts';
import { systemClock } from '../lambda/aws/clock.ts';
import * as command from '../local/command.ts';
import { apply, check } from './operate/database.ts';
import { explain } from './operate/explain.ts';
import { accept, refresh } from './operate/refresh.ts';
import { databaseOf, findStage, type StageOptions } from './operate/stage.ts';
import { findFounders, takedown } from './operate/takedown.ts';

interface Options extends command.ConsentOptions, StageOptions {
  readonly find?: string;
}

const ABOUT = `
<stage> is a stage in lib/stages.ts, or local (npm start). Commands that change something print
a plan and ask for confirmation. The command accept refreshes the list before it asks.
Credentials and region come from the settings of the AWS CLI.

Exit code: 0 success or dry run; 1 failure; 2 invalid usage; 130 interrupted.`;

const INTERRUPTED =
  'Interrupted. The steps printed above are complete, except a step that says "waiting". Any open database transaction will be rolled back. To start over, run the command again.';

/** Returns the program with all its commands. Tests replace the clock and the question on the terminal. */
export function operate({ clock = systemClock, ask = command.terminalAsk() } = {}): Command {
  const program = command
    .newProgram('npm run operate --')
    .description('Operate a deployed or local stage.')
    .addHelpText('after', ABOUT);
  const stageOf = async (name: string, { folder }: Options) => findStage(name, folder, clock);
  const consent = (options: Options) => command.consentBy(options, ask);
  const names = allDirectories.map(({ name }) => name);

  changing(program, 'accept', 'publish a list that really shrank by more than half')
    .addArgument(new Argument('<list>').choices(names))
    .action(async (stage: string, list: DirectoryName, options: Options) =>
      accept(await stageOf(stage, options), list, consent(options)),
    );

  changing(program, 'refresh', "publish the database's current content now")
    .addArgument(new Argument('[list]', 'default: all lists').choices(names))
    .action(async (stage: string, list: DirectoryName | undefined, options: Options) =>
      refresh(await stageOf(stage, options), list, consent(options)),
    );

  changing(program, 'takedown', 'remove a founder from the list, its copy and the edge')
    .argument('[founder id]', 'UUID of the founder')
    .option('--find <name>', 'print the ids of founders whose names contain this text')
    .action(async (stage: string, typed: string | undefined, options: Options) => {
      const { find } = options;
      if ((typed === undefined) === (find === undefined)) {
        throw new command.UsageError('Pass a founder id or --find "Jane Doe", but not both.');
      }
      if (find !== undefined) return findFounders(await stageOf(stage, options), find);
      if (!v.is(uuid, typed))
        throw new command.UsageError(`"${typed}" is not a UUID: --find "Jane Doe" prints the ids.`);
      await takedown(await stageOf(stage, options), typed.toLowerCase(), consent(options));
    });

  withDatabase(changing(program, 'apply', 'install the views and the reader role'))
    .option('--reader-secret <arn>', 'secret with the login of directory_reader')
    .action(async (stage: string, options: Options) => {
      await apply(await databaseOf(stage, options, clock), consent(options), clock);
    });

  const checking = subcommand(program, 'check', 'compare the views with the contract (read-only)');
  withDatabase(checking).action(async (stage: string, options: Options) => {
    const database = await databaseOf(stage, options, clock);
    await check(database, options.secret ?? database.readerSecretArn, clock);
  });
  return program;
}

function subcommand(program: Command, name: string, summary: string): Command {
  return program
    .command(name)
    .summary(summary)
    .description(`${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}.`)
    .argument('<stage>', 'staging, production or local')
    .option('--folder <folder>', 'data folder of the local stage', '.local');
}

function changing(program: Command, name: string, summary: string): Command {
  return subcommand(program, name, summary)
    .option('--dry-run', 'print the plan and stop')
    .option('-y, --yes', 'skip the confirmation');
}

function withDatabase(subject: Command): Command {
  return subject
    .option(
      '--cluster <arn>',
      "use this cluster (with the Data API) instead of the stage's cluster",
    )
    .option('--secret <arn>', "secret of the role to log in as (for apply: the views' owner)")
    .option('--database <name>', 'database in that cluster (requires --cluster; default: portal)');
}

if (command.isMain(import.meta.filename)) void command.runCommand(operate(), INTERRUPTED, explain);
