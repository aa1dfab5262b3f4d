/**
 * A stand-in for a Lambda function, with up to four execution environments. Each of them is a worker thread with its own
 * environment variables and module state, and handles one event at a time. If all four are busy, an event waits in a queue.
 * Otherwise, an idle environment handles it, or a cold start creates a new one.
 */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

import * as v from 'valibot';

import { FUNCTION_TIMEOUT_SECONDS } from '../contract/limits.ts';
import { errorMessage } from '../lambda/aws/errors.ts';

interface FunctionSettings {
  readonly name: string;
  /** Folder with `index.mjs`, which exports `handler`. */
  readonly folder: string;
  /**
   * Environment variables. Each environment gets only these variables and the function's name, and keeps the values that it
   * started with.
   */
  readonly variables: Record<string, string>;
  /** Called with the text that the function writes to its log. */
  readonly onLog: (text: string) => void;
}

/** The function did not answer, because it threw an error, crashed, timed out or was closed. */
export class FunctionFailed extends Error {
  override readonly name = 'FunctionFailed';
}

/** The message that a worker sends after it has handled an event. */
const Answer = v.union([v.object({ json: v.string() }), v.object({ thrown: v.string() })]);

/** Maximum number of environments. Each needs a thread and about 80 MB of memory. */
const MOST_ENVIRONMENTS = 4;

export class LambdaFunction {
  readonly settings: FunctionSettings;
  readonly #environments = new Set<Worker>();
  /**
   * Environments that are waiting for an event. `endEnvironments` replaces the set, so that an environment that is busy at that
   * moment is ended after its answer instead of being used again.
   */
  #idle = new Set<Worker>();
  /** Events that are waiting for an environment, oldest first. */
  readonly #waiting: (() => void)[] = [];
  #busy = 0;
  #isClosed = false;

  constructor(settings: FunctionSettings) {
    this.settings = settings;
  }

  /** Resolves with the handler's answer, converted to JSON and back. @throws FunctionFailed if there is no answer */
  async invoke(event: unknown): Promise<unknown> {
    if (this.#busy === MOST_ENVIRONMENTS) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#busy += 1;
    }
    try {
      if (this.#isClosed) throw this.#failure('is closed');
      const idle = this.#idle;
      const environment = [...idle].at(-1) ?? this.#start();
      idle.delete(environment);
      const answer = await this.#ask(environment, event);
      if (idle === this.#idle) idle.add(environment);
      else void environment.terminate();
      if ('json' in answer) return JSON.parse(answer.json);
      throw this.#failure(`threw ${answer.thrown}`);
    } finally {
      const next = this.#waiting.shift(); // if a waiting event takes over, `#busy` stays the same
      if (next === undefined) this.#busy -= 1;
      else next();
    }
  }

  /**
   * Ends the environments, so that the next event causes a cold start. A busy environment ends only after it has answered.
   */
  endEnvironments(): void {
    for (const environment of this.#idle) void environment.terminate();
    this.#idle = new Set();
  }

  /** Ends all environments immediately. Events that are being handled fail, and so do waiting and later events. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#environments].map(async (each) => each.terminate()));
  }

  /** Sends an event to an environment. If the environment crashes or times out, ends it and rejects with `FunctionFailed`. */
  async #ask(environment: Worker, event: unknown) {
    const done = new AbortController();
    const timeout = AbortSignal.timeout(FUNCTION_TIMEOUT_SECONDS * 1000);
    const signal = AbortSignal.any([done.signal, timeout]);
    const context = { awsRequestId: randomUUID(), functionName: this.settings.name };
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to a thread, not to a window
      environment.postMessage({ event: JSON.stringify(event), context });
      const ended = once(environment, 'exit', { signal }).then(([code]) => {
        throw new Error(`exit code ${String(code)}`);
      });
      const answered = once(environment, 'message', { signal });
      const [answer] = v.parse(v.tuple([Answer]), await Promise.race([answered, ended]));
      return answer;
    } catch (error) {
      void environment.terminate();
      throw this.#failure(timeout.aborted ? 'ran out of time' : `crashed: ${errorMessage(error)}`);
    } finally {
      done.abort();
    }
  }

  #failure(what: string): FunctionFailed {
    return new FunctionFailed(`The function ${this.settings.name} ${what}`);
  }

  #start(): Worker {
    const { name, folder, variables, onLog } = this.settings;
    const workerData = { bundle: pathToFileURL(path.join(folder, 'index.mjs')).href };
    const env = { AWS_LAMBDA_FUNCTION_NAME: name, ...variables };
    const options = { execArgv: [], stdout: true, stderr: true, workerData, env };
    const environment = new Worker(path.join(import.meta.dirname, 'lambda-worker.mjs'), options);
    for (const stream of [environment.stdout, environment.stderr]) {
      stream.setEncoding('utf8').on('data', onLog);
    }
    const drop = (): void => {
      this.#environments.delete(environment);
      this.#idle.delete(environment);
    };
    environment.on('error', drop).once('exit', drop);
    this.#environments.add(environment);
    return environment;
  }
}
