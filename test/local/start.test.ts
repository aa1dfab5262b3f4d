/** `npm start`: its options, what it refuses, and the service as a person starts it, in a process of its own. */

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';

import { startServer } from '../../local/http-server.ts';
import { start } from '../../local/start.ts';
import { exitCodeOf } from '../../local/command.ts';
import { openEmbedded } from '../support/database/databases.ts';
import { ask, recordsOf } from '../support/http/ask.ts';
import { until } from '../support/time/until.ts';

/** Far less than any time limit of the service. */
const PROMPTLY_MS = 2000;

const folder = mkdtempSync(path.join(tmpdir(), 'start-'));
const database = path.join(folder, 'embedded', 'database');
const stageFile = path.join(folder, 'stage.json');
const readLog = () => readFileSync(path.join(folder, 'embedded', 'functions.log'), 'utf8');

/** What a start complains of that cannot begin, and its exit code. */
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
    return { code: await exitCodeOf(start(), args), said };
  } finally {
    jest.restoreAllMocks();
  }
}

test.each([
  [['--port', '65536'], 'Must be an integer from 0 to 65535.'],
  [['--scale', '0'], 'Must be an integer from 1 to 100000.'],
  [
    ['--database-url', 'mysql://me:hunter2@host/portal'],
    'takes a URL that begins with postgres://.',
  ],
  [['--prot', '1'], "unknown option '--prot'"],
  [['now'], 'too many arguments'],
])('%j is wrong usage, which one sentence says', async (args, sentence) => {
  const { code, said } = await refusal(...args);

  expect(code).toBe(2);
  expect(said).toContain(sentence);
  expect(said).not.toContain('hunter2');
  expect(said).toContain('npm start -- --help');
});

describe('one sentence names', () => {
  test('a port that another program uses, before any work', async () => {
    const taken = await startServer(() => 'reset');
    const { port } = new URL(taken.url);

    expect(await refusal('--port', port, '--folder', folder)).toEqual({
      code: 1,
      said: `Cannot use port ${port} (listen EADDRINUSE: address already in use 127.0.0.1:${port}). Choose one with --port.`,
    });
    expect(existsSync(database)).toBe(false);
    await taken.close();
  });

  test('a database that does not answer, without its password', async () => {
    const url = 'postgres://me:hunter2@127.0.0.1:1/x';

    expect(await refusal('--port', '0', '--folder', folder, '--database-url', url)).toEqual({
      code: 1,
      said: 'Cannot open the database of --database-url: connect ECONNREFUSED 127.0.0.1:1.',
    });
  });

  test('a folder that cannot be written to', async () => {
    expect((await refusal('--port', '0', '--folder', '/dev/null')).said).toMatch(
      /^ENOTDIR: not a directory, mkdir '\/dev\/null\/embedded'$/u,
    );
  });
});

/** The setting of `quick-wasm.ts`, for a process that has no set-up file. */
const quickWasm = `--import=data:text/javascript,import{setFlagsFromString}from'node:v8';setFlagsFromString('--liftoff-only')`;

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

class NpmStart {
  stdout = '';
  stderr = '';
  readonly #child: ChildProcess;
  readonly #ended: Promise<Ended>;

  constructor(...options: readonly string[]) {
    const args = ['--port', '0', '--folder', folder, ...options];
    this.#child = spawn(process.execPath, ['--import', 'tsx', 'local/start.ts', ...args], {
      cwd: path.join(__dirname, '../..'),
      env: { ...process.env, NODE_OPTIONS: quickWasm },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.#ended = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        resolve({ code, signal });
      });
    });
    started.push(this);
  }

  /** Resolves, once the service is ready, to its address. */
  async ready(): Promise<string> {
    await until(() => this.stdout.includes('Ctrl-C stops it.') || this.#hasEnded);
    const [, url] = /^ {2}(http:\/\/127\.0\.0\.1:\d+)\/v1\/startups$/mu.exec(this.stdout) ?? [];
    if (url === undefined) throw new Error(`It did not start: ${this.stdout}${this.stderr}`);
    return url;
  }

  async stop(signal: NodeJS.Signals): Promise<Ended> {
    this.#child.kill(signal);
    return this.#ended;
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }
}

/** Each leaves to the next what it did to the folder. */
const started: NpmStart[] = [];
afterAll(async () => {
  await Promise.all(started.map(async (each) => each.stop('SIGKILL')));
  rmSync(folder, { recursive: true });
});

test('Ctrl-C while it fills its database ends it at once', async () => {
  await (await openEmbedded(database)).close();
  const interrupted = new NpmStart('--scale', '100000');
  await until(() => existsSync(`${database}.lock`));
  const startedAt = performance.now();

  expect(await interrupted.stop('SIGINT')).toEqual({ code: null, signal: 'SIGINT' });
  expect(performance.now() - startedAt).toBeLessThan(PROMPTLY_MS);
});

describe('a start after that in the same folder, with an edge at the port', () => {
  let running: NpmStart;
  let url: string;
  beforeAll(async () => {
    running = new NpmStart('--edge', '--scale', '30');
    url = await running.ready();
  });

  test('it writes where npm run operate finds it, and made the first copies', async () => {
    const stage = JSON.parse(readFileSync(stageFile, 'utf8')) as Record<string, string>;
    const copy = await ask(`${stage['objectStore']}/last-good/v1/founders`);

    expect(stage['url']).toBe(url);
    expect([copy.status, recordsOf(copy).length > 0]).toEqual([200, true]);
  });

  test('a second one with the same folder is refused in one sentence, and does no harm', async () => {
    const log = readLog();

    expect((await refusal('--port', '0', '--folder', folder)).said).toMatch(
      /^The database folder \S+ is in use by process \d+\. [^\n]+ with --folder DIR\.$/u,
    );
    expect(readLog()).toBe(log);
    expect((await ask(`${url}/v1/jobs`)).status).toBe(200);
  });

  test('Ctrl-C stops it promptly though connections are open and requests hang', async () => {
    const agent = new http.Agent({ keepAlive: true });
    await new Promise((resolve) => {
      http.get(`${url}/v1/jobs`, { agent }, (response) => response.resume().once('end', resolve));
    });
    await ask(`${url}/_local/database/hang`, { method: 'POST' });
    const hanging = ask(`${url}/v1/founders`).catch(String);
    await ask(`${url}/_local/`);
    const startedAt = performance.now();

    expect(await running.stop('SIGINT')).toEqual({ code: 0, signal: null });
    expect(performance.now() - startedAt).toBeLessThan(PROMPTLY_MS);
    expect(running.stderr).toBe('');
    expect([existsSync(`${database}.lock`), existsSync(stageFile)]).toEqual([false, false]);
    await hanging;
    agent.destroy();
  });
});
