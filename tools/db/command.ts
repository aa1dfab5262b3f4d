/** `npm run db`: from the command line to an exit code. */

import { awake } from '../../deploy/database/awake.ts';
import { sentenceOf } from '../../deploy/database/aws-sentences.ts';
import { type Database, dataApi } from '../../deploy/database/data-api.ts';
import type { RetryOptions } from '../../aws/retry.ts';
import type { Terminal } from '../verify/command.ts';
import { apply, dryRun } from './apply.ts';
import { check } from './check.ts';
import { counts, report } from './report.ts';
import { HELP, type Target, type Usage, usageOf, WrongUsage } from './usage.ts';
import { type DbDependencies, realDependencies } from './dependencies.ts';

/** The exit code: 0 everything is as it must be, 1 something is not or nothing answered, 2 wrong usage. */
export async function db(
  args: readonly string[],
  terminal: Terminal,
  dependencies: DbDependencies = realDependencies,
): Promise<number> {
  let usage: Usage;
  try {
    usage = usageOf(args);
  } catch (error) {
    if (!(error instanceof WrongUsage)) throw error;
    terminal.complain(`${error.message} See: npm run db -- --help`);
    return 2;
  }
  if (usage.command === 'help') {
    terminal.print(HELP);
    return 0;
  }
  const { cluster, database } = usage.target;
  try {
    return await run(usage, terminal, dependencies);
  } catch (error) {
    const sentence = sentenceOf(error, { clusterArn: cluster.text, databaseName: database });
    if (sentence === undefined) throw error;
    terminal.complain(`${sentence}.`);
    return 1;
  }
}

async function run(
  usage: Exclude<Usage, { command: 'help' }>,
  terminal: Terminal,
  dependencies: DbDependencies,
): Promise<number> {
  if (usage.command === 'apply' && usage.dryRun) {
    terminal.print(dryRun(dependencies.folder));
    return 0;
  }
  const { signal } = new AbortController();
  const database = databaseOf(usage.target, dependencies, signal);
  const retryOptions = {
    waiting: dependencies.waiting,
    signal,
    log: (line: string) => {
      terminal.complain(line);
    },
  };
  if (usage.command === 'check') return runCheck(database, terminal, retryOptions, usage.json);

  const { text: readerSecretArn, region } = usage.readerSecret;
  await apply({
    database,
    secrets: dependencies.secrets(region),
    readerSecretArn,
    folder: dependencies.folder,
    retryOptions: {
      ...retryOptions,
      log: (line) => {
        terminal.print(line);
      },
    },
  });
  return runCheck(database, terminal, retryOptions, false);
}

function databaseOf(target: Target, { rdsData }: DbDependencies, signal: AbortSignal): Database {
  const { cluster, secret, database } = target;
  const address = { resourceArn: cluster.text, secretArn: secret.text, database };
  return dataApi(rdsData(cluster.region), address, signal);
}

/** Progress goes to the error output, so that the JSON stays whole. */
async function runCheck(
  { run: ask }: Database,
  terminal: Terminal,
  retryOptions: RetryOptions,
  json: boolean,
): Promise<number> {
  await awake(ask, retryOptions);
  const findings = await check(ask);
  const { failed, notes } = counts(findings);
  terminal.print(
    json
      ? JSON.stringify({ failed, notes, findings }, undefined, 2)
      : report(findings, terminal.inColour),
  );
  return failed === 0 ? 0 : 1;
}
