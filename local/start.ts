/** `npm start`: the service on this machine, until Ctrl-C. */

import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { type Command, InvalidArgumentError } from 'commander';

import { allDirectories } from '../contract/directories.ts';
import { header } from '../contract/http.ts';
import type { RefreshEvent } from '../contract/refresh-event.ts';
import { sitePaths } from '../contract/site-paths.ts';
import { errorMessage } from '../lambda/aws/errors.ts';
import type { TestData } from '../lambda/deploy/set-up.ts';
import { CommandError, exitCodeOf, isMain, newProgram, UsageError } from './command.ts';
import type { HttpAnswer, HttpRequest } from './http-server.ts';
import { openEmbeddedDatabase } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import { DEFAULT_TEST_DATA } from './prepared-database.ts';
import { type Service, startService } from './service.ts';

/** Short, so that a change and a switched-off database show at once; 60 s when deployed. */
const MEMORY_SECONDS = 2;

const DEFAULT_PORT = 8787;
const LARGEST_PORT = 65_535;

/** The test data's identifiers have room for more, but the database of a laptop has not. */
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

/** The command line of `npm start`. */
export function start(): Command {
  return newProgram('npm start --')
    .description('Serves the three directories on this machine, from the handlers of the cloud.')
    .option('--port <n>', portHelp, wholeNumber(0, LARGEST_PORT), DEFAULT_PORT)
    .option('--scale <n>', scaleHelp, wholeNumber(1, LARGEST_SCALE))
    .option('--empty-jobs', 'leave the job board empty, as it is in production before its launch')
    .option('--edge', edgeHelp)
    .option('--fresh', 'start over: delete the database')
    .option('--database-url <url>', databaseHelp)
    .option('--folder <dir>', 'keep database and logs in this folder', '.local')
    .addHelpText('after', switchesHelp)
    .action(async (options: Options) => {
      checkUrl(options.databaseUrl);
      try {
        await run(options);
      } catch (error) {
        throw new CommandError(errorMessage(error));
      }
    });
}

const portHelp = 'listen on 127.0.0.1:<n>; 0 takes any free port';
const scaleHelp = `load test data with <n> listed startups (default: ${DEFAULT_TEST_DATA.startups})`;
const edgeHelp =
  'put a stand-in for CloudFront in front, which caches for an hour, and serves the last-good copy itself when the functions fail';
const databaseHelp =
  'use the PostgreSQL server at postgres://user:password@host/database instead of the embedded one; views in a schema "directory" are used as they are, and a database without them is given the tables, the views and the test data';
const switchesHelp =
  '\nWhile it runs, it has switches that make parts of it fail and one that runs SQL; curl <address>/_local/help lists them.';

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/u.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Must be an integer from ${least} to ${most}.`);
  };
}

/** Not an option's parser: commander repeats a value that is refused, and here it has a password. */
function checkUrl(url: string | undefined): void {
  if (url === undefined || /^postgres(?:ql)?:\/\//u.test(url)) return;
  throw new UsageError('--database-url takes a URL that begins with postgres://.');
}

async function run(options: Options): Promise<void> {
  const { folder: root } = options;
  const folder = path.join(root, nameOf(options.databaseUrl));
  const logFile = path.join(folder, 'functions.log');
  mkdirSync(folder, { recursive: true });

  const startedAt = performance.now();
  console.log('Starting …');
  const service = await startService({
    port: options.port,
    database: {
      open: async () =>
        options.databaseUrl === undefined
          ? openEmbeddedDatabase(path.join(folder, 'database'), options.fresh === true)
          : openPostgres(options.databaseUrl),
      testData: testDataOf(options),
      fresh: options.fresh === true,
    },
    bundlesFolder: path.join(folder, 'functions'),
    memorySeconds: MEMORY_SECONDS,
    edge: options.edge === true,
    onAnswer: printRequest,
    onLog: (text) => {
      appendFileSync(logFile, text);
    },
  });
  writeFileSync(logFile, ''); // not earlier: a start that is refused has no business in another one's log
  await makeFirstCopies(service);
  const stageFile = path.join(root, 'stage.json');
  writeFileSync(stageFile, JSON.stringify(service.stage, null, 2));
  stopOnSignal(service, stageFile);
  printPlaces(service, folder, logFile, performance.now() - startedAt);
}

/** The name of a database's folder. */
function nameOf(databaseUrl: string | undefined): string {
  if (databaseUrl === undefined) return 'embedded';
  return createHash('sha256').update(databaseUrl).digest('hex').slice(0, 12);
}

/** The test data that the options ask for, if they ask for any. */
function testDataOf({ scale, emptyJobs }: Options): TestData | undefined {
  if (scale === undefined && emptyJobs === undefined) return undefined;
  return { startups: scale ?? DEFAULT_TEST_DATA.startups, withJobs: emptyJobs !== true };
}

/** A deployment makes them, too. What becomes of a list that cannot be read is in the log of the functions. */
async function makeFirstCopies({ functions }: Service): Promise<void> {
  const event: RefreshEvent = { refresh: { acceptDrop: false } };
  const invoked = allDirectories.map(async ({ name }) => functions.get(name)?.invoke(event));
  await Promise.allSettled(invoked);
}

/**
 * Before the service has started, a signal ends the process as it always does: the embedded database computes on this
 * thread, so a handler would not run, and what it was loading is one transaction.
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
The directories are served after ${(ms / 1000).toFixed(1)} s:

${allDirectories.map((directory) => `  ${url}${directory.path}`).join('\n')}

  Page           ${url}${sitePaths.page}
  Documentation  ${url}${sitePaths.docs}
  Data           ${path.relative('', folder)}
  Function logs  ${path.relative('', logFile)}

Try a stale answer:

${later}  curl -X POST ${url}/_local/${part}/down
  curl -i ${url}/v1/jobs
  curl -X POST ${url}/_local/${part}/up

For npm run operate it is the stage "local". To change the portal's tables, so that there is something to accept or to take down:

  curl -d "UPDATE portal.founders SET in_public_directory = false WHERE id = '…'" ${url}/_local/sql

Ctrl-C stops it.
`);
}

function printRequest(
  { method, path: target }: HttpRequest,
  { statusCode, headers, body }: HttpAnswer,
  milliseconds: number,
): void {
  const details = [header.dataSource, 'Content-Encoding', 'X-Cache'].map(
    (name) => headers[name] ?? headers[name.toLowerCase()],
  );
  const time = new Date().toISOString().slice(11, 19);
  const line = [`${time} ${method} ${target} ${statusCode}`, `${milliseconds.toFixed(0)} ms`, `${Buffer.byteLength(body)} bytes`]; // prettier-ignore
  console.log([...line, ...details].filter(Boolean).join('  '));
}

if (isMain(import.meta.filename)) {
  process.exitCode = await exitCodeOf(start(), process.argv.slice(2));
}
