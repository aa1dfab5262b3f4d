/** The options of `npm start`. */

import { type OptionValues, UsageError, wholeNumber } from '../cli/command.ts';
import type { TestData } from '../deploy/database/test-data.ts';

export interface Options {
  readonly port: number;
  readonly databaseUrl?: string;
  /** What to load; absent where no option asks for anything of it. */
  readonly testData?: TestData;
  readonly fresh: boolean;
  /** Whether a stand-in for CloudFront is put in front. */
  readonly edge: boolean;
  /** Where everything is kept; absent where the usual place will do. */
  readonly folder?: string;
}

const DEFAULT_PORT = 8787;
const DEFAULT_STARTUPS = 120;
const LARGEST_PORT = 65_535;

/** The test data's identifiers have room for more, but the database of a laptop has not. */
const LARGEST_SCALE = 100_000;

export const usage = `Usage: npm start -- [options]

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
`;

export const startOptions = {
  port: { type: 'string' },
  scale: { type: 'string' },
  'database-url': { type: 'string' },
  'empty-jobs': { type: 'boolean' },
  fresh: { type: 'boolean' },
  edge: { type: 'boolean' },
  folder: { type: 'string' },
} as const;

/** @throws UsageError */
export function optionsOf(given: OptionValues<typeof startOptions>): Options {
  const { 'database-url': databaseUrl, 'empty-jobs': isEmpty, folder, fresh, edge } = given;
  if (databaseUrl !== undefined && !/^postgres(?:ql)?:\/\//u.test(databaseUrl)) {
    throw new UsageError('--database-url takes a URL that begins with postgres://.');
  }
  if (folder === '') throw new UsageError('--folder takes the path of a folder.');
  const startups = wholeNumber('--scale', given.scale, 1, LARGEST_SCALE);
  const testData = { startups: startups ?? DEFAULT_STARTUPS, withJobs: !isEmpty };
  return {
    port: wholeNumber('--port', given.port, 0, LARGEST_PORT) ?? DEFAULT_PORT,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(startups === undefined && !isEmpty ? {} : { testData }),
    fresh,
    edge,
    ...(folder === undefined ? {} : { folder }),
  };
}
