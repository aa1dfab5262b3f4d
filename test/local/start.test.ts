/** Tests the options and the errors of `npm start`. Also starts the service in a separate process, and tests it there. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { performance } from 'node:perf_hooks';

import { errorMessage } from '../../lambda/aws/errors.ts';
import { startServer } from '../../local/http-server.ts';
import { start } from '../../local/start.ts';
import { exitCodeOf } from '../../local/command.ts';
import { openEmbedded } from '../support/databases.ts';
import { ask, recordsOf } from '../support/ask.ts';
import { TestService } from '../support/test-service.ts';
import { until } from '../support/until.ts';
import { newFolder } from '../support/run-folder.ts';

/** Time limit for stopping the service. It is too short for a service that first waits for a hanging database read. */
const PROMPTLY_MS = 2000;

const folder = newFolder('start');
const database = path.join(folder, 'embedded', 'database');
const stageFile = path.join(folder, 'stage.json');
const readLog = () => readFileSync(path.join(folder, 'embedded', 'functions.log'), 'utf8');

/** Returns the error message and the exit code of a start that fails. */
async function refusal(...args: readonly string[]): Promise<{ code: number; said: string }> {
  let said = '';
  const listen = (text: unknown): boolean => {
    said += String(text);
    return true;
  };
  jest.spyOn(console, 'log').mockImplementation(() => {});
  jest.spyOn(console, 'error').mockImplementation(listen);
  jest.spyOn(process.stderr, 'write').mockImplementation(listen);
  try {
    return { code: await exitCodeOf(start(), args, errorMessage), said };
  } finally {
    jest.restoreAllMocks();
  }
}

test.each([
  [['--port', '65536'], 'Must be an integer from 0 to 65535.'],
  [['--scale', '0'], 'Must be an integer from 1 to 100000.'],
  [['--database-url', 'mysql://me:hunter2@host/x'], 'takes a URL that begins with postgres://.'],
  [['--prot', '1'], "unknown option '--prot'"],
  [['now'], 'too many arguments'],
])('npm start with %j exits with code 2 and points to --help', async (args, sentence) => {
  const { code, said } = await refusal(...args);

  expect(code).toBe(2);
  expect(said).toContain(sentence);
  expect(said).not.toContain('hunter2');
  expect(said).toContain('npm start -- --help');
});

test('a port that another program uses is reported before a database is created', async () => {
  const taken = await startServer(() => 'reset');
  const { port } = new URL(taken.url);

  expect(await refusal('--port', port, '--folder', folder)).toEqual({
    code: 1,
    said: `Cannot use port ${port} (listen EADDRINUSE: address already in use 127.0.0.1:${port}). Choose another with --port.`,
  });
  expect(existsSync(database)).toBe(false);
  await taken.close();
});

test.each([
  [
    ['--folder', folder, '--database-url', 'postgres://me:hunter2@127.0.0.1:1/x'],
    /^Cannot open the database at --database-url: connect ECONNREFUSED 127\.0\.0\.1:1\.$/u,
  ],
  [['--folder', '/dev/null'], /^ENOTDIR: not a directory, mkdir '\/dev\/null\/embedded'$/u],
])('a start with %j fails, and prints one sentence and no password', async (args, sentence) => {
  const { code, said } = await refusal('--port', '0', ...args);

  expect(code).toBe(1);
  expect(said).toMatch(sentence);
});

test('a start closes the database if the bundles cannot be built', async () => {
  const embedded = await openEmbedded();
  const close = jest.spyOn(embedded, 'close');
  const bundle = async () => Promise.reject(new Error('no bundles'));

  const started = TestService.start({ open: async () => embedded, bundle });
  await expect(started).rejects.toThrow('no bundles');
  expect(close).toHaveBeenCalledTimes(1);
});

/** The same setting as in `quick-wasm.ts`, for a process that does not run Jest's set-up file. */
const quickWasm = `--import=data:text/javascript,import{setFlagsFromString}from'node:v8';setFlagsFromString('--liftoff-only')`;

class NpmStart {
  stdout = '';
  stderr = '';
  readonly #child: ChildProcess;
  /** Exit code and signal. */
  readonly #ended: Promise<unknown[]>;

  constructor(...options: readonly string[]) {
    const args = ['--port', '0', '--folder', folder, ...options];
    this.#child = spawn(process.execPath, ['--import', 'tsx', 'local/start.ts', ...args], {
      cwd: path.join(__dirname, '../..'),
      env: { ...process.env, NODE_OPTIONS: quickWasm },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.#ended = once(this.#child, 'close');
    started.push(this);
  }

  /** Resolves with the address when the service is ready. */
  async ready(): Promise<string> {
    await until(() => this.stdout.includes('Press Ctrl-C to stop') || this.#hasEnded);
    const [, url] = /^ {2}(http:\/\/127\.0\.0\.1:\d+)\/v1\/startups$/mu.exec(this.stdout) ?? [];
    if (url === undefined) throw new Error(`npm start failed: ${this.stdout}${this.stderr}`);
    return url;
  }

  async stop(signal: NodeJS.Signals): Promise<unknown[]> {
    this.#child.kill(signal);
    return this.#ended;
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }
}

/** The processes that the tests have started. The tests below run in order and share a folder. */
const started: NpmStart[] = [];
afterAll(async () => {
  await Promise.all(started.map(async (each) => each.stop('SIGKILL')));
});

test('Ctrl-C immediately stops a start that is filling its database', async () => {
  await (await openEmbedded(database)).close();
  const interrupted = new NpmStart('--scale', '100000');
  await until(() => existsSync(`${database}.lock`));
  const startedAt = performance.now();

  expect(await interrupted.stop('SIGINT')).toEqual([null, 'SIGINT']);
  expect(performance.now() - startedAt).toBeLessThan(PROMPTLY_MS);
});

describe('the next start, in the same folder and with an edge,', () => {
  let running: NpmStart;
  let url: string;
  beforeAll(async () => {
    running = new NpmStart('--edge', '--scale', '30');
    url = await running.ready();
  });

  test('writes its stage file and makes the first copies', async () => {
    const stage = JSON.parse(readFileSync(stageFile, 'utf8')) as Record<string, string>;
    const copy = await ask(`${stage['objectStore']}/last-good/v1/founders`);

    expect(stage['url']).toBe(url);
    expect([copy.status, recordsOf(copy).length > 0]).toEqual([200, true]);
  });

  test('prevents a second start with the same folder, and keeps running', async () => {
    const log = readLog();

    expect((await refusal('--port', '0', '--folder', folder)).said).toMatch(
      /^The database folder \S+ is in use by process \d+\. [^\n]+ with --folder DIR\.$/u,
    );
    expect(readLog()).toBe(log);
    expect((await ask(`${url}/v1/jobs`)).status).toBe(200);
  });

  test('stops promptly at Ctrl-C although connections are open and requests hang', async () => {
    const agent = new http.Agent({ keepAlive: true });
    await new Promise((resolve) => {
      http.get(`${url}/v1/jobs`, { agent }, (response) => response.resume().once('end', resolve));
    });
    await ask(`${url}/_local/database/hang`, { method: 'POST' });
    const hanging = ask(`${url}/v1/founders`).catch(String);
    await ask(`${url}/_local/`);
    const startedAt = performance.now();

    expect(await running.stop('SIGINT')).toEqual([0, null]);
    expect(performance.now() - startedAt).toBeLessThan(PROMPTLY_MS);
    expect(running.stderr).toBe('');
    expect([existsSync(`${database}.lock`), existsSync(stageFile)]).toEqual([false, false]);
    await hanging;
    agent.destroy();
  });
});
