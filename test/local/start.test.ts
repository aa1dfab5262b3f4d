import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';

import { ask, recordsOf } from '../support/http/ask.ts';
import { NpmStart } from './npm-start.ts';
import { until } from '../support/time/until.ts';

jest.setTimeout(60_000);

/** Far less than any time limit of the service. */
const PROMPTLY_MS = 2000;

const folder = mkdtempSync(path.join(tmpdir(), 'start-'));
const database = path.join(folder, 'embedded', 'database');
const readLog = () => readFileSync(path.join(folder, 'embedded', 'functions.log'), 'utf8');
/** Each test leaves to the next what it did to the folder. */
const started: NpmStart[] = [];
const start = (...options: readonly string[]): NpmStart => {
  const made = new NpmStart('--port', '0', '--folder', folder, ...options);
  started.push(made);
  return made;
};
afterAll(async () => {
  await Promise.all(started.map(async (each) => each.stop('SIGKILL')));
  rmSync(folder, { recursive: true });
});

test.each([
  ['makes', `${database}.draft/PG_VERSION`],
  ['fills', database],
])('Ctrl-C while it %s its database ends it at once', async (_, moment) => {
  const interrupted = start('--scale', '100000');
  await until(() => existsSync(moment));
  const startedAt = performance.now();

  expect(await interrupted.stop('SIGINT')).toEqual({ code: null, signal: 'SIGINT' });
  expect(performance.now() - startedAt).toBeLessThan(PROMPTLY_MS);
});

describe('a start after those in the same folder', () => {
  let running: NpmStart;
  let url: string;
  beforeAll(async () => {
    running = start('--scale', '30');
    url = await running.ready();
  });

  test('it serves what it was asked to load', async () => {
    expect(recordsOf(await ask(`${url}/v1/startups`))).toHaveLength(30);
  });

  test('it prints its addresses', () => {
    expect(running.stdout).toMatch(/^Starting …\n\nThe directories are served after \d+\.\d s:\n/);
    for (const name of ['startups', 'founders', 'jobs']) {
      expect(running.stdout).toContain(`  ${url}/v1/${name}\n`);
    }
  });

  test('it serves the directories, and shows an outage by its switches', async () => {
    const fresh = await ask(`${url}/v1/startups`, { headers: { 'Accept-Encoding': 'br' } });
    const down = await ask(`${url}/_local/database/down`, { method: 'POST' });
    await ask(`${url}/_local/environments`, { method: 'DELETE' });
    const stale = await ask(`${url}/v1/startups`);
    await ask(`${url}/_local/last-good/startups`, { method: 'DELETE' });
    await ask(`${url}/_local/environments`, { method: 'DELETE' });
    const failed = await ask(`${url}/v1/startups`);
    await ask(`${url}/_local/database/up`, { method: 'POST' });
    const healed = await ask(`${url}/v1/startups`);

    const answers = [fresh, stale, failed, healed];
    expect(answers.map((each) => [each.status, each.headers['x-data-source']])).toEqual([
      [200, 'database'],
      [200, 'last-good'],
      [503, undefined],
      [200, 'database'],
    ]);
    expect(JSON.parse(down.body.toString())).toEqual({
      database: 'down',
      meaning: 'every connection is reset',
      gateway: 'up',
      lastGood: 'up',
    });
  });

  test('each answer is a line, and what the functions write is in a file', async () => {
    await ask(`${url}/v1/jobs`, { headers: { 'Accept-Encoding': 'gzip' } });

    const line = /^\d\d:\d\d:\d\d GET \/v1\/jobs 200 {2}\d+ ms {2}\d+ bytes {2}database {2}gzip$/mu;
    await until(() => line.test(running.stdout));
    expect(readLog()).toContain('"message":"answered"');
  });

  test('a second one with the same folder is refused in one sentence, and does no harm', async () => {
    const log = readLog();
    const second = start();

    expect(await second.ended).toEqual({ code: 1, signal: null });
    expect(second.stderr).toMatch(/^The database folder \S+ is in use by process \d+: [^\n]+\n$/);
    expect(readLog()).toBe(log);
    expect((await ask(`${url}/v1/jobs`)).status).toBe(200);
  });

  test('Ctrl-C stops it promptly though connections are open and requests hang', async () => {
    const agent = new http.Agent({ keepAlive: true });
    await new Promise((resolve) => {
      http.get(`${url}/v1/jobs`, { agent }, (response) => response.resume().once('end', resolve));
    });
    await ask(`${url}/_local/database/hang`, { method: 'POST' });
    // More than are worked on at once.
    const hanging = Array.from({ length: 10 }, async () => ask(`${url}/v1/founders`).catch(String));
    await ask(`${url}/_local/`);
    const startedAt = performance.now();

    expect(await running.stop('SIGINT')).toEqual({ code: 0, signal: null });
    expect(performance.now() - startedAt).toBeLessThan(PROMPTLY_MS);
    expect(running.stderr).toBe('');
    expect(existsSync(`${database}.lock`)).toBe(false);
    await Promise.all(hanging);
    agent.destroy();
  });
});

test('with --edge the edge is at the port, and the switches and what to try go through it', async () => {
  const running = start('--edge');
  const url = await running.ready();
  const [, gatewayUrl = ''] = /^ {2}Gateway {8}(http:\S+)$/mu.exec(running.stdout) ?? [];

  const commands = [...running.stdout.matchAll(/^ {2}curl (?:-X (POST) |-i )(http:\S+)$/gmu)];
  const tried = [];
  for (const [, method = 'GET', address = ''] of commands)
    tried.push(await ask(address, { method }));
  const behind = await ask(`${gatewayUrl}/v1/jobs`);
  expect(await running.stop('SIGINT')).toEqual({ code: 0, signal: null });

  expect(gatewayUrl).not.toBe(url);
  expect(commands.map(([, , address]) => address?.slice(url.length))).toEqual([
    '/v1/jobs',
    '/_local/edge/later/3600',
    '/_local/gateway/down',
    '/v1/jobs',
    '/_local/gateway/up',
  ]);
  expect(tried.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(tried[0]?.headers['x-data-source']).toBe('database');
  expect(tried[3]?.headers['x-data-source']).toBe('last-good');
  expect([behind.status, behind.headers['x-cache']]).toEqual([200, undefined]);
  expect(running.stdout).toMatch(/GET \/v1\/jobs 200 .* last-good .* Miss from cloudfront/u);
});
