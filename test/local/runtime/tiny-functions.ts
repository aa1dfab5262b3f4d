/** Functions whose code is a text in a test, in a temporary folder. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { FunctionSettings } from '../../../local/runtime/environment.ts';
import { LambdaFunction } from '../../../local/runtime/lambda-function.ts';

export class TinyFunctions {
  /** What they wrote. */
  log = '';
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'tiny-functions-'));
  readonly #made: LambdaFunction[] = [];

  make(code: string, settings: Partial<FunctionSettings> = {}): LambdaFunction {
    const folder = mkdtempSync(path.join(this.#folder, 'code-'));
    writeFileSync(path.join(folder, 'index.mjs'), code);
    const made = new LambdaFunction({
      name: 'tiny',
      folder,
      memoryMb: 128,
      timeoutMs: 5000,
      variables: { COLOUR: 'blue' },
      concurrency: 2,
      onLog: (text) => {
        this.log += text;
      },
      ...settings,
    });
    this.#made.push(made);
    return made;
  }

  /** A path at which nothing is, in a folder that goes with the functions. */
  unusedFile(): string {
    return path.join(mkdtempSync(path.join(this.#folder, 'file-')), 'signal');
  }

  async close(): Promise<void> {
    await Promise.all(this.#made.map(async (each) => each.close()));
    rmSync(this.#folder, { recursive: true });
  }
}

/** The answer, read. */
export async function invoke(made: LambdaFunction, event: unknown = {}): Promise<unknown> {
  return JSON.parse(await made.invoke(event)) as unknown;
}

/** With a timer, because Node.js ends a process that has nothing left to wait for. */
export const hanging = `await new Promise(() => setInterval(() => {}, 1000));`;
