/** The service on this machine, until Ctrl-C. Run as `npm start`. */

import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { command, type OptionValues, UsageError, wholeNumber } from '../tools/cli/command.ts';
import { main } from '../tools/cli/main.ts';
import { allDirectories } from '../contract/directories.ts';
import { header } from '../contract/http.ts';
import { sitePaths } from '../contract/site.ts';
import type { TestData } from '../lambda/deploy/set-up.ts';
import type { LocalDatabase } from './database/local-database.ts';
import { openDatabase, openEmbeddedDatabase } from './database/open-database.ts';
import { type RequestLine, type Service, startService } from './service.ts';
import { bundleLocal } from './site.ts';

/** Short, so that a change and a switched-off database show at once; 60 s when deployed. */
const MEMORY_SECONDS = 2;

const defaultFolder = path.join(import.meta.dirname, '../.local');

const DEFAULT_PORT = 8787;
const DEFAULT_STARTUPS = 120;
const LARGEST_PORT = 65_535;

/** The test data's identifiers have room for more, but the database of a laptop has not. */
const LARGEST_SCALE = 100_000;

const help = `Usage: npm start -- [options]

Serves the three directories on this machine, from the same handlers as in the cloud.

  --port N              listen on 127.0.0.1:N (default ${DEFAULT_PORT}; 0 takes any free port)
  --scale N             load test data with N listed startups (default ${DEFAULT_STARTUPS})
  --empty-jobs          leave the job board empty, as it is in production before its launch
  --edge                put a stand-in for CloudFront in front, which caches for an hour, and serves the
                        last-good copy itself when the functions fail
  --fresh               start over: delete the database and the last-good copies
  --database-url URL    use the PostgreSQL server at postgres://user:password@host/database instead of the
                        embedded one; views in a schema "directory" are used as they are, and a database
                        without them is given the tables, the views and the test data
  --folder DIR          keep database, last-good copies and logs in this folder (default .local)
  --help                print this

While it runs, it has switches that make parts of it fail and one that runs SQL; curl <address>/_local/help
lists them.
`;

const startOptions = {
  port: { type: 'string' },
  scale: { type: 'string' },
  'database-url': { type: 'string' },
  'empty-jobs': { type: 'boolean' },
  fresh: { type: 'boolean' },
  edge: { type: 'boolean' },
  folder: { type: 'string' },
} as const;

export const start = command({
  name: 'start',
  help,
  options: startOptions,
  explain: (error) => (error instanceof Error ? error.message : String(error)),
  onInterrupt: 'own',
  async run({ options }) {
    await run(optionsOf(options));
    return 0;
  },
});

type Options = ReturnType<typeof optionsOf>;

/** @throws UsageError */
export function optionsOf(given: OptionValues<typeof startOptions>) {
  const { 'database-url': databaseUrl, 'empty-jobs': isEmpty, folder, fresh, edge } = given;
  if (databaseUrl !== undefined && !/^postgres(?:ql)?:\/\//u.test(databaseUrl)) {
    throw new UsageError('--database-url takes a URL that begins with postgres://.');
  }
  if (folder === '') throw new UsageError('--folder takes the path of a folder.');
  const port = wholeNumber('--port', given.port, 0, LARGEST_PORT) ?? DEFAULT_PORT;
  const startups = wholeNumber('--scale', given.scale, 1, LARGEST_SCALE);
  // Absent where no option asks for anything of it.
  const testData: TestData | undefined =
    startups === undefined && !isEmpty
      ? undefined
      : { startups: startups ?? DEFAULT_STARTUPS, withJobs: !isEmpty };
  return { port, databaseUrl, testData, fresh, edge, folder };
}

async function run(options: Options): Promise<void> {
  const folder = path.join(options.folder ?? defaultFolder, nameOf(options.databaseUrl));
  const logFile = path.join(folder, 'functions.log');
  mkdirSync(folder, { recursive: true });

  const startedAt = performance.now();
  console.log('Starting …');
  const service = await startService({
    port: options.port,
    database: {
      open: async () => open(options, path.join(folder, 'database')),
      testData: options.testData,
      fresh: options.fresh,
      log: console.log,
    },
    lastGoodFolder: path.join(folder, 'last-good'),
    bundle: async () => {
      const functionsFolder = path.join(folder, 'functions');
      await bundleLocal(functionsFolder);
      return functionsFolder;
    },
    memorySeconds: MEMORY_SECONDS,
    edge: options.edge,
    onRequest: printRequest,
    onLog: (text) => {
      appendFileSync(logFile, text);
    },
  });
  writeFileSync(logFile, ''); // not earlier: a start that is refused has no business in another one's log
  stopOnSignal(service);
  printPlaces(service, folder, logFile, performance.now() - startedAt);
}

/** Databases do not share their last-good copies. */
function nameOf(databaseUrl: string | undefined): string {
  if (databaseUrl === undefined) return 'embedded';
  return createHash('sha256').update(databaseUrl).digest('hex').slice(0, 12);
}

async function open(
  { databaseUrl, fresh }: Options,
  databaseFolder: string,
): Promise<LocalDatabase> {
  return databaseUrl === undefined
    ? openEmbeddedDatabase(databaseFolder, fresh)
    : openDatabase({ url: databaseUrl });
}

/**
 * Before the service has started, a signal ends the process as it always does: the embedded database computes on this
 * thread, so a handler would not run, and what it was loading is one transaction.
 */
function stopOnSignal(service: Service): void {
  const stop = (): void => {
    console.log('Stopping …');
    service.close().catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    });
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function printPlaces(service: Service, folder: string, logFile: string, ms: number): void {
  const { url, gatewayUrl, edge, dataApi, objectStore } = service;
  console.log(`
The directories are served after ${(ms / 1000).toFixed(1)} s:

${allDirectories.map((directory) => `  ${url}${directory.path}`).join('\n')}

  Page           ${url}${sitePaths.page}
  Documentation  ${url}${sitePaths.docs}
  Description    ${url}${sitePaths.description}
  Status         ${url}${sitePaths.status}
  Client         ${url}${sitePaths.client}
  Feeds          ${url}${sitePaths.feedAtom} and ${sitePaths.feedJson}

${edge === undefined ? '' : `  Gateway        ${gatewayUrl}\n`}  Data API       ${dataApi.url}
  Object store   ${objectStore.url}
  Data           ${path.relative('', folder)}
  Function logs  ${path.relative('', logFile)}

${edge === undefined ? tryStale(url) : tryEdge(url)}
To let npm run accept, refresh, takedown and drill find it as the stage "local", in another shell:

  export ${operatorSettings(service)}

To change the portal's tables, so that there is something to accept or to take down:

  curl -d "UPDATE portal.founders SET in_public_directory = false WHERE id = '…'" ${url}/_local/sql

Ctrl-C stops it.
`);
}

function operatorSettings({ operatorUrl, objectStore, dataApi }: Service): string {
  return `AWS_ENDPOINT_URL=${operatorUrl} AWS_ENDPOINT_URL_S3=${objectStore.url} AWS_ENDPOINT_URL_RDS_DATA=${dataApi.url} AWS_REGION=eu-west-1 AWS_ACCESS_KEY_ID=local AWS_SECRET_ACCESS_KEY=local`;
}

function tryStale(url: string): string {
  return `Try a stale answer:

  curl -X POST ${url}/_local/database/down
  curl -i ${url}/v1/jobs
  curl -X POST ${url}/_local/database/up
`;
}

function tryEdge(url: string): string {
  return `Try a hit, an hour later, and the copy itself when the functions fail (X-Cache, Age, X-Data-Source):

  curl -i ${url}/v1/jobs
  curl -X POST ${url}/_local/edge/later/3600
  curl -X POST ${url}/_local/gateway/down
  curl -i ${url}/v1/jobs
  curl -X POST ${url}/_local/gateway/up
`;
}

function printRequest({ method, path: target, answer, milliseconds }: RequestLine): void {
  const { status, headers, body } = answer;
  const details = [header.dataSource, header.contentEncoding, 'X-Cache']
    .map((name) => headers[name] ?? headers[name.toLowerCase()])
    .filter(Boolean);
  const time = new Date().toISOString().slice(11, 19);
  console.log(
    [
      `${time} ${method} ${target} ${status}`,
      `${milliseconds.toFixed(0)} ms`,
      `${body.length} bytes`,
      ...details,
    ].join('  '),
  );
}

main(import.meta.url, start);
