/** Every command of package.json refuses wrong usage, and helps, before it reads, writes or starts anything. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import { root } from '../../../lib/esbuild.ts';
import type { Command } from '../../../tools/cli/command.ts';
import { runCommand } from '../../support/run-command.ts';

jest.mock('prettier', () => ({})); // its CommonJS build calls import(), which Jest's own module loader cannot do

/** The arguments of those that take any. */
const argsOf: Readonly<Record<string, readonly string[]>> = {
  accept: ['staging', 'jobs'],
  db: ['check'],
  drill: ['staging'],
  refresh: ['staging', 'jobs'],
  takedown: ['staging', '00000000-0000-4000-8000-000000000001'],
  'test-functions': ['staging'],
};

/** The last one may be left out. */
const WITH_OPTIONAL = 'refresh';

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const commands = Object.entries(scripts).flatMap(([name, script]) => {
  const [, file] =
    /^node --import tsx ((?!test\/(?:conformance|bench)|local\/start)\S+)$/u.exec(script) ?? [];
  return file === undefined ? [] : [{ name, file }];
});

const untouchable: unknown = new Proxy(
  {},
  {
    get() {
      throw new Error('something was touched');
    },
  },
);

async function commandIn(file: string): Promise<Command<unknown>> {
  const module = (await import(path.join(root, file))) as Readonly<Record<string, unknown>>;
  return Object.values(module).find(
    (value) => typeof value === 'object' && value !== null && 'run' in value && 'name' in value,
  ) as Command<unknown>;
}

test.each(commands)('$name', async ({ name, file }) => {
  const command = await commandIn(file);
  const args = argsOf[name] ?? [];
  const run = async (...typed: readonly string[]) => runCommand(command, typed, untouchable);
  const refused = (sentence: string) => ({
    code: 2,
    output: '',
    complaint: `${sentence} See: npm run ${name} -- --help`,
  });

  const help = await run('--help');
  expect(command.name).toBe(name);
  expect(help).toMatchObject({ code: 0, complaint: '' });
  for (const part of [`npm run ${name}`, ...command.options.map((option) => `--${option}`)]) {
    expect(help.output).toContain(part);
  }
  expect(await run(...args, '--nonsense')).toEqual(refused("Unknown option '--nonsense'."));
  expect(await run(...args, 'more')).toEqual(refused("Unexpected argument 'more'."));
  if (args.length === 0) return;
  const missing = await run(...(name === WITH_OPTIONAL ? [] : args.slice(0, -1)));
  expect(missing).toMatchObject({ code: 2, output: '' });
  expect(missing.complaint).toMatch(
    /^The [a-z ]+ (?:is|are) missing(?: after "staging")?\. See: npm run /u,
  );
});
