/** The subcommands of `npm run operate`: an operator's actions on a stage. */

import { Argument, type Command } from 'commander';
import * as v from 'valibot';

import { allDirectories, type DirectoryName } from '../contract/directories.ts';
import { uuid } from '../contract/fields.ts';
import { systemClock } from '../lambda/aws/clock.ts';
import * as command from '../local/command.ts';
import { accept } from './operate/accept.ts';
import { apply, applyScript } from './operate/apply.ts';
import { check } from './operate/check.ts';
import { databaseOf, type DatabaseOptions } from './operate/database-login.ts';
import { explain } from './operate/explain.ts';
import { findStage } from './operate/find-stage.ts';
import { refresh } from './operate/refresh.ts';
import { findFounders, takedown } from './operate/takedown.ts';

interface Options extends command.ConsentOptions, DatabaseOptions {
  readonly folder: string;
  readonly json?: boolean;
  readonly find?: string;
}

const ABOUT = `
<stage> is a name of lib/stages.ts, such as staging or production, or local: the service that
npm start runs on this machine. What changes something says so first, and asks: --dry-run stops
there, --yes does not ask. Credentials and region are found as by the AWS CLI (AWS_PROFILE,
AWS_REGION, environment, aws sso login).

Exit code: 0 done, or a dry run; 1 it cannot be done, it failed, or a check failed; 2 wrong
usage; 130 interrupted.`;

const INTERRUPTED =
  'Interrupted: the steps printed above are done; what was not committed in a database is undone. Run it again: it starts over.';

/** @param dependencies - a clock that waits and a terminal that asks; tests give their own. */
export function operate({ clock = systemClock, ask = command.terminalAsk() } = {}): Command {
  const program = command
    .newProgram('npm run operate --')
    .description('What an operator does to a stage of the public directories.')
    .addHelpText('after', ABOUT);
  const stageOf = async (name: string, { folder }: Options) => findStage(name, folder, clock);
  const consent = (options: Options) => command.consentBy(options, ask);
  const names = allDirectories.map(({ name }) => name);

  changing(program, 'accept', 'publish a list that truly lost more than half of its records')
    .addArgument(new Argument('<list>').choices(names))
    .action(async (stage: string, list: DirectoryName, options: Options) =>
      accept(await stageOf(stage, options), list, consent(options), options.dryRun === true),
    );

  changing(program, 'refresh', 'show visitors what the database says now, not within the hour')
    .addArgument(new Argument('[list]', 'all of them if left out').choices(names))
    .action(async (stage: string, list: DirectoryName | undefined, options: Options) =>
      refresh(await stageOf(stage, options), list, consent(options)),
    );

  changing(program, 'takedown', 'take a founder out of everything that is published, at once')
    .argument('[founder id]', 'as the list has it: a uuid')
    .option('--find <name>', 'print the ids of the founders of such a name, and change nothing')
    .action(async (stage: string, typed: string | undefined, options: Options) => {
      if ((typed === undefined) === (options.find === undefined)) {
        throw new command.UsageError('A takedown takes the id of a founder, or --find "Jane Doe".');
      }
      if (options.find !== undefined) {
        await findFounders(await stageOf(stage, options), options.find);
        return;
      }
      if (!v.is(uuid, typed)) throw new command.UsageError(`The id is a uuid, not "${typed}".`);
      await takedown(await stageOf(stage, options), typed.toLowerCase(), consent(options));
    });

  withDatabase(changing(program, 'apply', 'put the views and the reader into the database'))
    .option('--reader-secret <arn>', 'with the username directory_reader and its password')
    .action(async (stage: string, options: Options) => {
      if (options.dryRun === true) {
        console.log(applyScript());
        return;
      }
      const database = await databaseOf(options, async () => stageOf(stage, options));
      await apply(database, consent(options), clock);
      await check(database, database.readerSecretArn, false, clock);
    });

  withDatabase(subcommand(program, 'check', 'compare the views with the contract; changes nothing'))
    .option('--json', 'print one JSON object')
    .action(async (stage: string, options: Options) => {
      const database = await databaseOf(options, async () => stageOf(stage, options));
      const secret = options.secret ?? database.readerSecretArn;
      await check(database, secret, options.json === true, clock);
    });
  return program;
}

function subcommand(program: Command, name: string, summary: string): Command {
  return program
    .command(name)
    .summary(summary)
    .description(`${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}.`)
    .argument('<stage>', 'staging, production or local')
    .option('--folder <folder>', 'that the local stage was started with', '.local');
}

function changing(program: Command, name: string, summary: string): Command {
  return subcommand(program, name, summary)
    .option('--dry-run', 'say what would be done, and change nothing')
    .option('-y, --yes', 'do not ask');
}

function withDatabase(subject: Command): Command {
  return subject
    .option('--cluster <arn>', 'before there is a stack: the cluster, whose Data API is enabled')
    .option('--secret <arn>', "of a user of the database; to apply, of the views' owner")
    .option('--database <name>', 'in that cluster (default: portal)');
}

if (command.isMain(import.meta.filename)) void command.runCommand(operate(), INTERRUPTED, explain);
