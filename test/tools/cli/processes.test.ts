/** Commands as a person or a script runs them: what only a process has. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

import { root } from '../../../lib/esbuild.ts';
import { startServer } from '../../../local/http-server.ts';
import { target } from '../../support/db-command.ts';
import { uuidOf } from '../../support/records/records.ts';

const WAIT = 'test/tools/cli/waiting-command.ts';

/** With no variables but these: nobody's settings. */
function start(args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const { PATH } = process.env;
  const caller = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'x' };
  const env = { PATH, HOME: '/nonexistent', ...caller, ...variables };
  return spawn(process.execPath, ['--import', 'tsx', ...args], { cwd: root, env });
}

async function ended(child: ReturnType<typeof start>) {
  const [output, complaint] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: child.exitCode, output, complaint };
}

test('what follows a command is refused with exit code 2, and nothing is done', async () => {
  expect(await ended(start([WAIT, '--all']))).toEqual({
    code: 2,
    output: '',
    complaint: "Unknown option '--all'. See: npm run wait -- --help\n",
  });
});

test('one Ctrl-C, which npm passes on twice, lets a run finish and ends with 130', async () => {
  const child = start([WAIT]);
  const ending = ended(child);
  await once(child.stdout, 'data');

  child.kill('SIGINT');
  child.kill('SIGINT');

  const { code, complaint } = await ending;
  expect([code, complaint]).toEqual([130, 'Stopping …\n']);
});

test('a command that waits for AWS ends at once with 130, and says what is done', async () => {
  let isAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const server = await startServer(async () => {
    isAsked();
    return new Promise(() => {}); // never answers
  });
  const takedown = ['tools/takedown.ts', 'staging', uuidOf(1), '--yes'];
  const child = start(takedown, { AWS_ENDPOINT_URL: server.url });
  const ending = ended(child);

  await asked;
  child.kill('SIGINT');

  const { code, complaint } = await ending;
  await server.close();
  expect(complaint).toBe(
    'Interrupted: the steps listed above are done. Run it again: it does the rest.\n',
  );
  expect(code).toBe(130);
});

test('without a network a command says what to do', async () => {
  const nobodys = 'http://127.0.0.1:1'; // no free port: it refuses
  const child = start(['tools/db.ts', 'check', ...target], { AWS_ENDPOINT_URL: nobodys });

  const { code, output, complaint } = await ended(child);

  expect(complaint).toMatch(
    /^AWS cannot be reached: check the network, and the region in the ARN \(ECONNREFUSED: .*\)\.?\n$/u,
  );
  expect([code, output]).toEqual([1, '']);
});
