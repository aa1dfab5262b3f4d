/** Every command of package.json refuses wrong usage, and helps, before it reads, writes or starts anything. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { root } from '../../bundling/esbuild.ts';
import type { Said, Trial } from './try-commands.ts';

/** The arguments of those that take any. */
const argsOf: Readonly<Record<string, readonly string[]>> = {
  accept: ['staging', 'jobs'],
  db: ['check'],
  drill: ['staging'],
  refresh: ['staging', 'jobs'],
  takedown: ['staging', '00000000-0000-4000-8000-000000000001'],
  'test-functions': ['staging'],
  verify: ['http://127.0.0.1:1/v1'],
};

/** The last one may be left out. */
const WITH_OPTIONAL = 'refresh';

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const commands = Object.entries(scripts).flatMap(([name, script]) => {
  const [, file] = /^node --import tsx (\S+)$/u.exec(script) ?? [];
  return file === undefined ? [] : [{ name, file, args: argsOf[name] ?? [] }];
});

let said: readonly (readonly Said[])[];
beforeAll(async () => {
  const trials: readonly Trial[] = commands.map(({ name, file, args }) => [
    file,
    [
      ['--help'],
      [...args, '--nonsense'],
      [...args, 'more'],
      ...(args.length === 0 ? [] : [name === WITH_OPTIONAL ? [] : args.slice(0, -1)]),
    ],
  ]);
  const command = ['--import', 'tsx', 'test/cli/try-commands.ts', JSON.stringify(trials)];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root });
  said = JSON.parse(stdout) as Said[][];
}, 120_000);

test('there are as many as ever', () => {
  expect(commands.map(({ name }) => name).join(' ')).toBe(
    'start bundle bench client soak verify openapi fixtures db accept refresh takedown drill test-functions screenshots simulate matrix planted',
  );
});

test.each(commands.map(({ name }, index) => [name, index] as const))('%s', (name, index) => {
  const [help, unknown, surplus, missing] = said[index] ?? [];
  const npm = name === 'start' ? 'npm start' : `npm run ${name}`;

  expect(help).toMatchObject({ name, code: 0, complaint: '' });
  for (const part of [npm, ...(help?.options ?? []).map((option) => `--${option}`)]) {
    expect(help?.output).toContain(part);
  }
  expect(unknown).toMatchObject({
    code: 2,
    output: '',
    complaint: `Unknown option '--nonsense'. See: ${npm} -- --help`,
  });
  expect(surplus).toMatchObject({
    code: 2,
    output: '',
    complaint: `Unexpected argument 'more'. See: ${npm} -- --help`,
  });
  if (!(name in argsOf)) return;
  expect(missing).toMatchObject({ code: 2, output: '' });
  expect(missing?.complaint).toMatch(
    /^The [a-z ]+ (?:is|are) missing(?: after "staging")?\. See: npm run /u,
  );
});
