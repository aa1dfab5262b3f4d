/** What the command line of `npm run verify` takes. */

import { parseArgs, types } from 'node:util';

export interface Usage {
  readonly help: boolean;
  readonly json: boolean;
  /** Without a slash at its end. */
  readonly url: string;
  readonly timeoutSeconds: number;
}

/** The command line is wrong; the message is one sentence for who typed it. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

const TIMEOUT_SECONDS = 15;
const LONGEST_TIMEOUT_SECONDS = 300;

export const HELP = `Checks that a directory service, at any address, is the documented one.

  npm run verify -- <base url> [options]

  <base url>             the address of the service with its version,
                         such as http://127.0.0.1:8787/v1

  --json                 print one JSON object instead of a table
  --timeout <seconds>    wait so long for each answer (${TIMEOUT_SECONDS} if not given)
  --help                 print this and stop

It reads the three lists and asks for them in every way a client may: about 60
requests, one after the other. It changes nothing.

pass   the service is as documented
FAIL   it is not; the reason stands below the table
note   it could not be told, or is worth knowing; does not count as failed

Exit code: 0 nothing failed, 1 something failed or nothing answered, 2 wrong usage.
`;

/** Throws `WrongUsage`. */
export function usageOf(args: readonly string[]): Usage {
  const { values, positionals } = parsed(args);
  const { help = false, json = false, timeout = String(TIMEOUT_SECONDS) } = values;
  if (help) return { help, json, url: '', timeoutSeconds: TIMEOUT_SECONDS };

  const [url, ...more] = positionals;
  if (url === undefined) throw new WrongUsage('The base url of the service is missing.');
  if (more.length > 0) throw new WrongUsage('There is more than one base url.');
  return { help, json, url: baseUrl(url), timeoutSeconds: seconds(timeout) };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        json: { type: 'boolean' },
        timeout: { type: 'string' },
      },
    });
  } catch (error) {
    const [sentence = ''] = types.isNativeError(error) ? error.message.split(/\.\s|\n/u) : [];
    throw new WrongUsage(`${sentence.replace(/\.$/u, '')}.`, { cause: error });
  }
}

function baseUrl(text: string): string {
  if (!URL.canParse(text)) throw new WrongUsage(`This is not an address: ${text}`);
  const { protocol, origin, pathname, search, hash } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new WrongUsage('The base url must begin with http:// or https://.');
  }
  const path = pathname.replace(/\/+$/u, '');
  if (!path.endsWith('/v1') || search !== '' || hash !== '') {
    throw new WrongUsage(`The base url must end in /v1, such as ${origin}/v1.`);
  }
  return origin + path;
}

function seconds(text: string): number {
  const value = Number(text);
  if (value > 0 && value <= LONGEST_TIMEOUT_SECONDS) return value;
  throw new WrongUsage(`--timeout takes a number of seconds up to ${LONGEST_TIMEOUT_SECONDS}.`);
}
