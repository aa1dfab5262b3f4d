/**
 * A Lambda function: as many environments as it has events at once, each used again when it is free. An environment is a
 * worker thread with variables and module state of its own; a cold start is a new one.
 */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

import * as v from 'valibot';

import { FUNCTION_TIMEOUT_SECONDS } from '../contract/limits.ts';
import { errorMessage } from '../lambda/aws/errors.ts';

/** A function's configuration. */
export interface FunctionSettings {
  readonly name: string;
  /** Folder with `index.mjs`, which exports `handler`. */
  readonly folder: string;
  /** The only environment variables it gets besides Lambda's own. */
  readonly variables: Readonly<Record<string, string>>;
  /** Receives what the function writes. */
  readonly onLog?: (text: string) => void;
  /** Time limit of one event, a cold start included; by default that of the lists. */
  readonly timeoutMs?: number;
}

/** Environments of each function; further events wait, so that a flood does not take the laptop down. */
const CONCURRENCY = 4;

/** The function gave no answer: it threw, crashed or ran out of time. */
export class FunctionFailed extends Error {
  override readonly name = 'FunctionFailed';

  constructor(functionName: string, what: string) {
    super(`The function ${functionName} ${what}`);
  }
}

export class LambdaFunction {
  #settings: FunctionSettings;
  /** Environments that wait for an event. */
  #idle: Environment[] = [];
  readonly #busy = new Set<Environment>();
  /** Events that wait until another one is answered. */
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #isClosed = false;

  constructor(settings: FunctionSettings) {
    this.#settings = settings;
  }

  get variables(): FunctionSettings['variables'] {
    return this.#settings.variables;
  }

  /** The handler's answer as JSON. Rejects with `FunctionFailed`. */
  async invoke(event: unknown): Promise<string> {
    if (this.#running >= CONCURRENCY) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
    this.#running += 1;
    try {
      return await this.#answer(event);
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** Other variables, which need other environments: those that work are still answered and then end. */
  configure(variables: FunctionSettings['variables']): void {
    this.#settings = { ...this.#settings, variables };
    this.endEnvironments();
  }

  /** The next event meets a cold start. Events that are worked on are still answered. */
  endEnvironments(): void {
    for (const environment of this.#idle.splice(0)) void environment.end();
    for (const environment of this.#busy) environment.isLast = true;
  }

  /** Ends everything at once, and fails the events that are worked on or wait. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const environments = [...this.#idle.splice(0), ...this.#busy];
    await Promise.all(environments.map(async (environment) => environment.end()));
  }

  async #answer(event: unknown): Promise<string> {
    if (this.#isClosed) throw new FunctionFailed(this.#settings.name, 'is closed');
    this.#idle = this.#idle.filter(({ isLast }) => !isLast);
    const environment = this.#idle.pop() ?? new Environment(this.#settings);
    this.#busy.add(environment);
    try {
      return await environment.invoke(event);
    } finally {
      this.#busy.delete(environment);
      if (environment.isLast) void environment.end();
      else this.#idle.push(environment);
    }
  }
}

/** A worker's answer to an event. */
const WorkerAnswer = v.union([v.object({ json: v.string() }), v.object({ thrown: v.string() })]);

/** Runs one event at a time. */
class Environment {
  readonly #settings: FunctionSettings;
  readonly #worker: Worker;
  /** Set where it is not to be used again. */
  isLast = false;

  constructor(settings: FunctionSettings) {
    const { name, folder, variables, onLog = () => {} } = settings;
    this.#settings = settings;
    this.#worker = new Worker(path.join(import.meta.dirname, 'lambda-worker.mjs'), {
      execArgv: [],
      stdout: true,
      stderr: true,
      workerData: { bundle: pathToFileURL(path.join(folder, 'index.mjs')).href },
      env: {
        AWS_LAMBDA_FUNCTION_NAME: name,
        ...variables,
      },
    });
    for (const stream of [this.#worker.stdout, this.#worker.stderr]) {
      stream.setEncoding('utf8').on('data', onLog);
    }
    const onEnd = (): void => {
      this.isLast = true; // who waits for an answer is told why
    };
    this.#worker.on('error', onEnd).on('exit', onEnd);
  }

  /** The handler's answer as JSON. Rejects with `FunctionFailed`; unless the handler threw, the environment is of no use then. */
  async invoke(event: unknown): Promise<string> {
    const { name, timeoutMs = FUNCTION_TIMEOUT_SECONDS * 1000 } = this.#settings;
    const context = {
      awsRequestId: randomUUID(),
      functionName: name,
    };
    const over = new AbortController();
    const { signal } = over;
    const limit = setTimeout(() => {
      over.abort();
    }, timeoutMs);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to a thread, not to a window
    this.#worker.postMessage({ event: JSON.stringify(event), context });
    try {
      const ended = once(this.#worker, 'exit', { signal }).then(([code]) => {
        throw new Error(`exit code ${String(code)}`);
      });
      const message = once(this.#worker, 'message', { signal });
      const answer = v.parse(WorkerAnswer, (await Promise.race([message, ended]))[0]);
      if ('thrown' in answer) throw new FunctionFailed(name, `threw ${answer.thrown}`);
      return answer.json;
    } catch (error) {
      if (error instanceof FunctionFailed) throw error;
      this.isLast = true;
      if (signal.aborted) {
        throw new FunctionFailed(name, `took longer than ${timeoutMs} ms to answer`);
      }
      throw new FunctionFailed(name, `crashed: ${errorMessage(error)}`);
    } finally {
      clearTimeout(limit);
      over.abort();
    }
  }

  /** Resolves when the thread is gone. An event that it works on fails. */
  async end(): Promise<void> {
    this.isLast = true;
    await this.#worker.terminate();
  }
}
