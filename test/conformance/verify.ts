/** Checks that a local or deployed service matches its documentation. Run as `npm run verify`. */

import path from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';

import { runCLI } from 'jest';

const usage = `npm run verify -- <address> [--stale] [--json]

  <address>  address of the service with its version, for example http://127.0.0.1:8787/v1
  --stale    expect last-good copies, which the service sends while the database is unavailable
  --json     print one JSON document

The checks are read-only. Cached answers from different times are not compared with each other.
Exit code: 0 all checks passed; 1 a check failed; 2 invalid usage, or no service at the address
`;

const ofCloudFront =
  'note: CloudFront is in front of this service. The checks therefore accept 403 for methods other than GET, HEAD and OPTIONS, any coding if Accept-Encoding contains q=0, and 200 instead of 304 if If-None-Match is not exactly the ETag.';

const LIMIT_MS = 15_000;
const LONGEST_REASON = 400;

process.once('SIGINT', () => process.exit(130));
try {
  process.exitCode = await main();
} catch (error) {
  const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 2;
}

async function main(): Promise<number> {
  const flag = { type: 'boolean', default: false } as const;
  const options = { stale: flag, json: flag, help: flag };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const address = positionals.join(' ').replace(/\/+$/u, '');
  if (!URL.canParse(address) || !/^https?:\/\/[^?#\s]+\/v1$/u.test(address)) {
    throw new Error(
      `"${address}" is not the address of a service: pass an address that ends in /v1, for example http://127.0.0.1:8787/v1`,
    );
  }
  const isAtCloudFront = await probe(address);

  process.env['DIRECTORY_ADDRESS'] = address;
  process.env['DIRECTORY_IS_STALE'] = String(values.stale);
  const config = path.join(import.meta.dirname, 'jest.config.js');
  const argv = { $0: '', _: [], config, runInBand: true, reporters: [] };
  const { results } = await runCLI(argv, [config]);

  const { numPassedTests: passed, numFailedTests: failed } = results;
  const note = isAtCloudFront ? ofCloudFront : undefined;
  const checks = results.testResults
    .flatMap(({ testResults }) => testResults)
    .map(({ fullName: name, failureMessages }) => ({
      name,
      reasons: failureMessages.map(inOneLine),
    }));
  const failures = checks.flatMap(({ name, reasons }) =>
    reasons.map((why) => `FAIL ${name}: ${why}`),
  );
  const lines = [...failures, ...[note ?? []].flat(), `${passed} passed, ${failed} failed`];
  const report = values.json
    ? JSON.stringify({ address, passed, failed, note, checks }, undefined, 2)
    : lines.join('\n');
  process.stdout.write(`${report}\n`);
  return results.success ? 0 : 1;
}

/** Tells whether CloudFront is in front of the service. @throws Error if there is no directory service at the address. */
async function probe(address: string): Promise<boolean> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const lists = ['startups', 'founders', 'jobs'].map((name) => `${address}/${name}`);
  const answers = await Promise.all(
    lists.map(async (list) => fetch(list, { redirect: 'manual', signal })),
  ).catch((error: unknown) => {
    const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    throw new Error(
      `No service responds at ${address} (${code ?? message}): start the service or correct the address`,
    );
  });
  const found = answers.map(({ status, headers }) => `${status} ${headers.get('content-type')}`);
  if (!found.some((each) => /^(?!404)\d+ application\/(?:problem\+)?json/u.test(each))) {
    throw new Error(
      `${address} is not a directory service (a list returns ${found[0]}): correct the address`,
    );
  }
  return answers.some(({ headers }) =>
    /cloudfront/iu.test(`${headers.get('via')} ${headers.get('x-cache')}`),
  );
}

/** Returns the reason from Jest's message about a failed test, without the colours, the `expect` call and the stack. */
function inOneLine(message: string): string {
  const [text = ''] = stripVTControlCharacters(message).split(/\n\s+at /u);
  const reason = text
    .replace(/^Error: (?:expect\(.*\n)?/u, '')
    .replace(/- Expected +- \d+\n\+ Received +\+ \d+/u, '')
    .replace(/\s+/gu, ' ');
  return reason.trim().slice(0, LONGEST_REASON);
}
