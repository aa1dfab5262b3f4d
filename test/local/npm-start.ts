/** `npm start` as a person types it, in a process of its own. */

import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

import { until } from '../support/time/until.ts';

/** As in `quick-wasm.ts`, for a process that has no set-up file. */
const quickWasm = `--import=data:text/javascript,import{setFlagsFromString}from'node:v8';setFlagsFromString('--liftoff-only')`;

const root = path.join(__dirname, '../..');

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export class NpmStart {
  stdout = '';
  stderr = '';
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcess;

  constructor(...options: readonly string[]) {
    this.#child = spawn(process.execPath, ['--import', 'tsx', 'local/start.ts', ...options], {
      cwd: root,
      env: { ...process.env, NODE_OPTIONS: quickWasm },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.ended = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        resolve({ code, signal });
      });
    });
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
    return this.ended;
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }
}
