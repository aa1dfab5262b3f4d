/** The options of `npm start`. */

import { parseArgs } from 'node:util';

import { errorMessage } from '../aws/error-facts.ts';
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
  readonly help: boolean;
}

/** A wrong option: one sentence for the person who typed it. */
export class WrongOption extends Error {
  override readonly name = 'WrongOption';
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
  --edge                put a stand-in for CloudFront in front: the hour's cache, and the last-good copy
                        itself when the functions fail
  --fresh               begin anew: forget the database and the last-good copies
  --database-url URL    use the PostgreSQL server at postgres://user:password@host/database instead of the
                        embedded one; views in a schema "directory" are used as they are, and a database
                        without them is given the tables, the views and the test data
  --folder DIR          keep database, last-good copies and logs in this folder (default .local)
  --help                print this
`;

export function parseOptions(args: readonly string[]): Options {
  const { values } = parsed(args);
  const databaseUrl = values['database-url'];
  if (databaseUrl !== undefined && !/^postgres(?:ql)?:\/\//u.test(databaseUrl)) {
    throw new WrongOption('--database-url takes a URL that begins with postgres://');
  }
  if (values.folder === '') throw new WrongOption('--folder takes the path of a folder');
  const startups = integer('--scale', values.scale, DEFAULT_STARTUPS, 1, LARGEST_SCALE);
  const asksForData = values.scale !== undefined || values['empty-jobs'] === true;
  return {
    port: integer('--port', values.port, DEFAULT_PORT, 0, LARGEST_PORT),
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(asksForData ? { testData: { startups, withJobs: values['empty-jobs'] !== true } } : {}),
    fresh: values.fresh ?? false,
    edge: values.edge ?? false,
    ...(values.folder === undefined ? {} : { folder: values.folder }),
    help: values.help ?? false,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        scale: { type: 'string' },
        'database-url': { type: 'string' },
        'empty-jobs': { type: 'boolean' },
        fresh: { type: 'boolean' },
        edge: { type: 'boolean' },
        folder: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new WrongOption(firstSentence(errorMessage(error)));
  }
}

function integer(
  option: string,
  value: string | undefined,
  fallback: number,
  least: number,
  most: number,
): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (/^\d+$/u.test(value) && number >= least && number <= most) return number;
  throw new WrongOption(`${option} takes a whole number from ${least} to ${most}, not "${value}"`);
}

function firstSentence(message: string): string {
  return message.split(/\.\s/u, 1)[0] ?? message;
}
