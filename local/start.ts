/** `npm start`: runs the service on this machine until Ctrl-C. */

import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { type Command, InvalidArgumentError } from 'commander';

import { allDirectories } from '../contract/directories.ts';
import { header } from '../contract/http.ts';
import type { RefreshEvent } from '../contract/refresh-event.ts';
import { sitePaths } from '../contract/site.ts';
import { errorMessage } from '../lambda/aws/errors.ts';
import type { TestData } from '../lambda/deploy/set-up.ts';
import { bundleLocal } from '../lib/bundle.ts';
import { exitCodeOf, isMain, newProgram, UsageError } from './command.ts';
import type { HttpAnswer, HttpRequest } from './http-server.ts';
import { openPostgres } from './local-database.ts';
import { DEFAULT_TEST_DATA, openEmbeddedDatabase } from './prepared-database.ts';
import { type Service, startService } from './service.ts';

/**
 * How long functions reuse an answer. This time is short, so that a change or a fault becomes visible almost at once. It is
 * 60 s in a deployed service.
 */
const MEMORY_SECONDS = 2;

/** Maximum number of listed startups. More would be too many for a database on a laptop. */
const LARGEST_SCALE = 100_000;

interface Options {
  readonly port: number;
  readonly scale?: number;
  readonly emptyJobs?: true;
  readonly edge?: true;
  readonly fresh?: true;
  readonly databaseUrl?: string;
  readonly folder: string;
}

/** Returns the command line of `npm start`. */
export function start(): Command {
  return newProgram('npm start --')
    .description('Serves the three directories on this machine, with the code that runs in AWS.')
    .option('--port <n>', portHelp, wholeNumber(0, 65_535), 8787)
    .option('--scale <n>', scaleHelp, wholeNumber(1, LARGEST_SCALE))
    .option('--empty-jobs', 'leave the job board empty, as if no job had been published yet')
    .option('--edge', edgeHelp)
    .option(
      '--fresh',
      'delete the embedded database, or the test data at --database-url, and start over',
    )
    .option('--database-url <url>', databaseHelp)
    .option('--folder <dir>', 'keep the database and the logs in this folder', '.local')
    .addHelpText('after', switchesHelp)
    .action(run);
}

const portHelp = 'listen on 127.0.0.1:<n>; 0 takes any free port';
const scaleHelp = `load test data with <n> listed startups (default: ${DEFAULT_TEST_DATA.startups})`;
const edgeHelp =
  'add a stand-in for CloudFront, which caches for an hour and serves the last-good copy if the functions fail';
const databaseHelp =
  'use the PostgreSQL database at postgres://user:password@host/database instead of the embedded one; a database with your own data and views stays unchanged, and an empty one gets the tables, the views and the test data';
const switchesHelp =
  '\nWhile the service runs, you can make parts of it fail, or run SQL. To list these switches: curl <address>/_local/help';

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/u.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Must be an integer from ${least} to ${most}.`);
  };
}

async function run(options: Options): Promise<void> {
  const { databaseUrl, folder: root, fresh = false } = options;
  // An option parser cannot check this, because commander would print a rejected value, and this value contains a password.
  if (databaseUrl !== undefined && !/^postgres(?:ql)?:\/\//u.test(databaseUrl)) {
    throw new UsageError('--database-url takes a URL that begins with postgres://.');
  }
  const folder = path.join(root, nameOf(databaseUrl));
  const logFile = path.join(folder, 'functions.log');
  mkdirSync(folder, { recursive: true });

  const startedAt = performance.now();
  console.log('Starting …');
  const open = async () =>
    databaseUrl === undefined
      ? openEmbeddedDatabase(path.join(folder, 'database'), fresh)
      : openPostgres(databaseUrl);
  const service = await startService({
    port: options.port,
    database: { open, testData: testDataOf(options), fresh },
    bundlesFolder: path.join(folder, 'functions'),
    bundle: bundleLocal,
    memorySeconds: MEMORY_SECONDS,
    edge: options.edge === true,
    onAnswer: printRequest,
    onLog: (text) => {
      appendFileSync(logFile, text);
    },
  });
  writeFileSync(logFile, ''); // not earlier, because a failed start must not empty the log of a running service
  await makeFirstCopies(service);
  const stageFile = path.join(root, 'stage.json');
  writeFileSync(stageFile, JSON.stringify(service.stage, null, 2));
  stopOnSignal(service, stageFile);
  printPlaces(service, folder, logFile, performance.now() - startedAt);
}

/** Returns the name of the subfolder for the data and the logs. Each database has its own subfolder. */
function nameOf(databaseUrl: string | undefined): string {
  if (databaseUrl === undefined) return 'embedded';
  return createHash('sha256').update(databaseUrl).digest('hex').slice(0, 12);
}

/** Returns the test data that the options request, or `undefined` if they do not request any. */
function testDataOf({ scale, emptyJobs }: Options): TestData | undefined {
  if (scale === undefined && emptyJobs === undefined) return undefined;
  return { startups: scale ?? DEFAULT_TEST_DATA.startups, withJobs: emptyJobs !== true };
}

/** Writes the first copies, as a deployment does. If a list cannot be read, the functions' log contains the reason. */
async function makeFirstCopies({ functions }: Service): Promise<void> {
  const event: RefreshEvent = { refresh: { acceptDrop: false } };
  const invoked = allDirectories.map(async ({ name }) => functions.get(name)?.invoke(event));
  await Promise.allSettled(invoked);
}

/**
 * Closes the service when the process gets SIGINT or SIGTERM. While the service is starting, there is no handler, and a signal
 * ends the process immediately. A handler could not run at once, because loading the embedded database keeps this thread busy.
 * Ending immediately is safe, because the database is loaded in one transaction.
 */
function stopOnSignal(service: Service, stageFile: string): void {
  const stop = (): void => {
    console.log('Stopping …');
    rmSync(stageFile, { force: true });
    service.close().catch((error: unknown) => {
      console.error(errorMessage(error));
      process.exitCode = 1;
    });
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function printPlaces(service: Service, folder: string, logFile: string, ms: number): void {
  const { url, edge } = service;
  const part = edge === undefined ? 'database' : 'gateway';
  const later = edge === undefined ? '' : `  curl -X POST ${url}/_local/edge/later/3600\n`;
  console.log(`
Started in ${(ms / 1000).toFixed(1)} s:

${allDirectories.map((directory) => `  ${url}${directory.path}`).join('\n')}

  Page           ${url}${sitePaths.page}
  Documentation  ${url}${sitePaths.docs}
  Folder         ${path.relative('', folder)}
  Function logs  ${path.relative('', logFile)}

Try a stale answer:

${later}  curl -X POST ${url}/_local/${part}/down
  curl -i ${url}/v1/jobs
  curl -X POST ${url}/_local/${part}/up

npm run operate calls this stage "local". To change the portal's tables, for example before a takedown:

  curl -d "UPDATE portal.founders SET in_public_directory = false WHERE id = '…'" ${url}/_local/sql

Press Ctrl-C to stop the service.
`);
}

function printRequest({ method, path: target }: HttpRequest, answer: HttpAnswer, ms: number): void {
  const { statusCode, headers, body } = answer;
  const names = [header.dataSource, 'Content-Encoding', 'X-Cache'];
  const details = names.map((name) => headers[name] ?? headers[name.toLowerCase()]);
  const time = new Date().toISOString().slice(11, 19);
  const line = [`${time} ${method} ${target} ${statusCode}`, `${ms.toFixed(0)} ms`, `${Buffer.byteLength(body)} bytes`]; // prettier-ignore
  console.log([...line, ...details].filter(Boolean).join('  '));
}

if (isMain(import.meta.filename)) {
  process.exitCode = await exitCodeOf(start(), process.argv.slice(2), errorMessage);
}
