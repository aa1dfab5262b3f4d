/** Checks that the service at an address, local or deployed, is the documented one. Run as `npm run verify`. */

import { command, UsageError } from '../cli/command.ts';
import { main } from '../cli/main.ts';
import { painted } from '../cli/terminal.ts';
import { allDirectories, directories, type Directory } from '../contract/directories.ts';
import type { Group, Result } from './verify/check.ts';
import { encodings, headers, lifetime, reading, speed } from './verify/checks/lists.ts';
import { contacts, fields, joins, order, uniqueness } from './verify/checks/records.ts';
import { conditional, head, methods, paths, preflight } from './verify/checks/requests.ts';
import { exchange, NoAnswer } from './verify/exchange.ts';
import { Client, List } from './verify/list.ts';

const TIMEOUT_SECONDS = 15;
const LONGEST_TIMEOUT_SECONDS = 300;

const help = `Checks that a directory service, at any address, is the documented one.

  npm run verify -- <base url> [options]

  <base url>             the address of the service with its version,
                         such as http://127.0.0.1:8787/v1

  --json                 print one JSON object instead of a table
  --timeout <seconds>    how long to wait for each answer (default: ${TIMEOUT_SECONDS})
  --help                 print this and stop

It reads the three lists and asks for them in every way a client may: about 60
requests, one after the other. It changes nothing.

pass   the service is as documented
FAIL   it is not; the reason is below the table
note   it could not be determined, or is worth knowing; does not count as failed

Exit code: 0 nothing failed, 1 something failed or nothing answered, 2 wrong usage.
`;

export const verify = command({
  name: 'verify',
  help,
  options: { json: { type: 'boolean' }, timeout: { type: 'string' } },
  args: { 'base url': {} },
  explain: (error) =>
    error instanceof NoAnswer ? `The service does not answer: ${error.reason}.` : undefined,
  async run({ options, args, terminal }) {
    const found = await conformance(baseUrl(args['base url']), seconds(options.timeout));
    terminal.print(
      options.json ? JSON.stringify(found, undefined, 2) : report(found, terminal.inColour),
    );
    return found.failed === 0 ? 0 : 1;
  },
});

export function baseUrl(text: string): string {
  if (!URL.canParse(text)) throw new UsageError(`This is not an address: ${text}`);
  const { protocol, origin, pathname, search, hash } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new UsageError('The base url must begin with http:// or https://.');
  }
  const path = pathname.replace(/\/+$/u, '');
  if (!path.endsWith('/v1') || search !== '' || hash !== '') {
    throw new UsageError(`The base url must end in /v1, such as ${origin}/v1.`);
  }
  return origin + path;
}

function seconds(text = String(TIMEOUT_SECONDS)): number {
  const value = Number(text);
  if (value > 0 && value <= LONGEST_TIMEOUT_SECONDS) return value;
  throw new UsageError(`--timeout takes a number of seconds up to ${LONGEST_TIMEOUT_SECONDS}.`);
}

export interface Conformance {
  readonly url: string;
  readonly checks: readonly Result[];
  readonly passed: number;
  readonly failed: number;
  readonly requests: number;
  readonly slowestMs: number;
}

/**
 * Looks at the service from outside and tells, check by check, whether it is the documented one: one request after the
 * other. @throws NoAnswer where not even the first list is answered.
 */
export async function conformance(
  url: string,
  timeoutSeconds: number,
  exchangeOne = exchange,
): Promise<Conformance> {
  const client = new Client(url, timeoutSeconds, exchangeOne);
  const startups = await List.read(directories.startups, client);
  const founders = await read(directories.founders, client);
  const jobs = await read(directories.jobs, client);

  const checks: Result[] = [];
  for (const [directory, list] of [
    [directories.startups, startups],
    [directories.founders, founders],
    [directories.jobs, jobs],
  ] as const) {
    checks.push(...(await reading(directory.name, list)));
    for (const group of groupsOf(directory)) {
      checks.push(...(await group(directory.name, readable(list))));
    }
  }
  for (const group of paths) checks.push(...(await group(null, client)));
  const [ofStartups, ofFounders, ofJobs] = [startups, founders, jobs].map(readable);
  const lists =
    ofStartups !== undefined && ofFounders !== undefined && ofJobs !== undefined
      ? { startups: ofStartups, founders: ofFounders, jobs: ofJobs }
      : undefined;
  checks.push(...(await joins(null, lists)), ...(await speed(null, client)));

  return {
    url,
    checks,
    passed: checks.filter(({ result }) => result === 'pass').length,
    failed: checks.filter(({ result }) => result === 'fail').length,
    requests: client.asked,
    slowestMs: Math.round((client.slowest?.seconds ?? 0) * 1000),
  };
}

async function read(directory: Directory, client: Client): Promise<List | NoAnswer> {
  try {
    return await List.read(directory, client);
  } catch (error) {
    if (error instanceof NoAnswer) return error;
    throw error;
  }
}

/** The list if there are records to look at. */
function readable(list: List | NoAnswer): List | undefined {
  const isReadable = list instanceof List && list.answer.status === 200;
  return isReadable && list.records !== undefined ? list : undefined;
}

function groupsOf(directory: Directory): readonly Group<List>[] {
  return [
    fields,
    order,
    uniqueness(directory),
    ...(directory.name === 'founders' ? [contacts] : []),
    lifetime,
    headers,
    preflight,
    ...conditional,
    head,
    ...encodings,
    ...methods,
  ];
}

const WORDS = { pass: 'pass', fail: 'FAIL', note: 'note' } as const;
const COLOURS = { pass: 'green', fail: 'red', note: 'yellow' } as const;

const COLUMNS = allDirectories.map((directory) => directory.name);
const COLUMN_WIDTH = 10;

/** For a person: a table, below it what needs reading, at the end the count. */
export function report(found: Conformance, inColour: boolean): string {
  const { url, checks, requests, slowestMs, passed, failed } = found;
  const ofLists = checks.filter(({ directory }) => directory !== null);
  const ofWhole = checks.filter(({ directory }) => directory === null);
  const nameWidth = Math.max(...checks.map(({ name }) => name.length)) + 2;

  const heads = COLUMNS.map((name) => name.padEnd(COLUMN_WIDTH)).join('');
  const rows = [...new Set(ofLists.map(({ name }) => name))].map((name) => {
    const cells = COLUMNS.map((column) =>
      word(
        ofLists.find((check) => check.name === name && check.directory === column),
        inColour,
      ),
    );
    return name.padEnd(nameWidth) + cells.join('');
  });
  const wholeRows = ofWhole.map((check) => check.name.padEnd(nameWidth) + word(check, inColour));
  const remarks = checks.filter(({ result }) => result !== 'pass');

  return [
    url,
    '',
    'each list'.padEnd(nameWidth) + heads,
    ...rows,
    '',
    'the service as a whole',
    ...wholeRows,
    '',
    ...remarks.map((check) => remark(check, inColour)),
    `${requests} requests, the slowest took ${slowestMs} ms`,
    `${passed} passed, ${failed} failed`,
  ]
    .map((line) => line.trimEnd())
    .join('\n');
}

function word(check: Result | undefined, inColour: boolean): string {
  if (check === undefined) return '-'.padEnd(COLUMN_WIDTH);
  return painted(WORDS[check.result].padEnd(COLUMN_WIDTH), COLOURS[check.result], inColour);
}

function remark(check: Result, inColour: boolean): string {
  const subject = check.directory ?? 'service';
  return `${word(check, inColour)}${subject.padEnd(COLUMN_WIDTH)}${check.name}: ${check.detail}`;
}

main(import.meta.url, verify);
