/** `npm run verify` as a person or a script runs it. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

import {
  type ConformingServer,
  conformingServer,
  type Fault,
} from '../support/conforming-server.ts';
import { inFirst } from '../support/planting.ts';

const root = resolve(import.meta.dirname, '../..');

interface Run {
  readonly code: number;
  readonly output: string;
  readonly complaint: string;
}

async function run(...args: readonly string[]): Promise<Run> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/verify.ts', ...args], {
    cwd: root,
  });
  const [output, complaint] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: child.exitCode ?? 0, output, complaint };
}

let server: ConformingServer | undefined;

async function served(fault?: Fault): Promise<string> {
  server = await conformingServer(fault);
  return server.url;
}

afterEach(async () => {
  await server?.close();
  server = undefined;
});

test('a conforming service ends in a count and exit code 0', async () => {
  const { code, output, complaint } = await run(`${await served()}/`);

  expect(code).toBe(0);
  expect(output).toMatch(/\n\d+ passed, 0 failed\n$/u);
  expect(output).not.toContain('\u001B');
  expect(complaint).toBe('');
});

test('a fault stands below the table and ends in exit code 1', async () => {
  const { code, output } = await run(await served(inFirst('founders', { first_name: null })));

  expect(code).toBe(1);
  expect(output).toMatch(
    /^FAIL +founders +gives every value in .*: record .* first_name is null$/mu,
  );
  expect(output).toMatch(/\n\d+ passed, 1 failed\n$/u);
});

test('--json prints one object for machines', async () => {
  const url = await served();
  const { code, output } = await run('--json', url);

  expect(code).toBe(0);
  const found: unknown = JSON.parse(output);
  expect(found).toHaveProperty('url', url);
  expect(found).toHaveProperty('passed', expect.any(Number));
  expect(found).toHaveProperty('failed', 0);
  expect(found).toHaveProperty('slowestMs', expect.any(Number));
  expect(found).toHaveProperty(['checks', 0], {
    name: 'answers GET with 200',
    directory: 'startups',
    result: 'pass',
    detail: 'it answered 200',
  });
});

test('--help tells what to type and what comes of it', async () => {
  const { code, output } = await run('--help');

  expect(code).toBe(0);
  expect(output).toContain('npm run verify -- <base url>');
  expect(output).toContain('--timeout <seconds>');
  expect(output).toContain('Exit code');
});

test('a host that refuses the connection is told in one sentence', async () => {
  const { code, output, complaint } = await run('http://127.0.0.1:1/v1'); // no free port, so nobody's

  expect(code).toBe(1);
  expect(output).toBe('');
  expect(complaint).toBe('The service does not answer: the connection was refused.\n');
});

test('a wrong option is told in one sentence', async () => {
  const { code, complaint } = await run('--jsno', 'http://127.0.0.1:1/v1');

  expect(code).toBe(2);
  expect(complaint).toBe("Unknown option '--jsno'. See: npm run verify -- --help\n");
});
