import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { listen } from '../../local/endpoint/server.ts';
import { usage } from '../../local/options.ts';
import { NpmStart } from './npm-start.ts';

const START_LIMIT_MS = 30_000;
jest.setTimeout(START_LIMIT_MS);

const folder = mkdtempSync(path.join(tmpdir(), 'start-refused-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('--help prints how it is used, and starts nothing', async () => {
  const start = new NpmStart('--help', '--folder', path.join(folder, 'help'));

  expect(await start.ended).toEqual({ code: 0, signal: null });
  expect([start.stdout, start.stderr]).toEqual([usage, '']);
  expect(existsSync(path.join(folder, 'help'))).toBe(false);
});

test('a wrong option is answered with one sentence and where to look', async () => {
  const start = new NpmStart('--prot', '80');

  expect(await start.ended).toEqual({ code: 2, signal: null });
  expect(start.stderr).toBe("Unknown option '--prot'. See: npm start -- --help\n");
  expect(start.stdout).toBe('');
});

test('a port that another program uses is named, before any work', async () => {
  const server = http.createServer();
  const port = await listen(server, 0);
  const start = new NpmStart('--port', String(port), '--folder', folder);

  expect(await start.ended).toEqual({ code: 1, signal: null });
  expect(start.stderr).toBe(
    `Port ${port} of 127.0.0.1 cannot be used: another program uses it; choose one with --port\n`,
  );
  expect(existsSync(path.join(folder, 'embedded', 'database'))).toBe(false);
  server.close();
});

test.each([
  [
    'does not answer',
    'postgres://me:hunter2@127.0.0.1:1/x',
    /^Cannot open the database postgres:\/\/me@127\.0\.0\.1:1\/x: connect ECONNREFUSED 127\.0\.0\.1:1\.\n$/,
  ],
  [
    'has no readable address',
    'postgres://me:hunter2@host:port/x',
    /^Cannot open the database \(its URL cannot be read\): [^\n]+\n$/,
  ],
])('a database that %s is named in one sentence without its password', async (_, url, sentence) => {
  const start = new NpmStart('--port', '0', '--folder', folder, '--database-url', url);

  expect(await start.ended).toEqual({ code: 1, signal: null });
  expect(start.stderr).toMatch(sentence);
  expect(start.stdout + start.stderr).not.toContain('hunter2');
});

test('a folder that cannot be written to is named in one sentence', async () => {
  const start = new NpmStart('--port', '0', '--folder', '/dev/null');

  expect(await start.ended).toEqual({ code: 1, signal: null });
  expect(start.stderr).toMatch(/^[^\n]*\/dev\/null[^\n]*\n$/);
});
