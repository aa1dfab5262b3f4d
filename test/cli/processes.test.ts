/** Commands as a person or a script runs them; `test/tools/stage/processes.test.ts` has those that ask AWS. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { root } from '../../bundling/esbuild.ts';

function start(file: string, ...args: readonly string[]) {
  return spawn(process.execPath, ['--import', 'tsx', file, ...args], { cwd: root });
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
  const picture = path.join(root, 'docs/screenshots/desktop.png');
  const before = statSync(picture).mtimeMs;

  const { code, output, complaint } = await ended(start('test/browser/screenshots.ts', '--all'));

  expect(complaint).toBe("Unknown option '--all'. See: npm run screenshots -- --help\n");
  expect([code, output]).toEqual([2, '']);
  expect(statSync(picture).mtimeMs).toBe(before);
}, 60_000);

test('one Ctrl-C, which npm passes on twice, lets a run finish and ends with 130', async () => {
  const child = start('test/cli/waiting-command.ts');
  const ending = ended(child);
  await once(child.stdout, 'data');

  child.kill('SIGINT');
  child.kill('SIGINT');

  const { code, complaint } = await ending;
  expect([code, complaint]).toEqual([130, 'Stopping …\n']);
}, 60_000);
