/** Checks that the service at an address, local or deployed, is the documented one. Run as `npm run verify`. */

import { command, UsageError } from '../cli/command.ts';
import { main } from '../cli/main.ts';
import { painted } from '../cli/terminal.ts';
import { allDirectories } from '../contract/directories.ts';
import { type Conformance, conformance, type Result } from './verify/conformance.ts';
import { NoAnswer } from './verify/exchange.ts';

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
