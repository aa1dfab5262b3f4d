/** One Lambda environment: a child process, and the Runtime API that gives it its events. */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';

import {
  type Call,
  type Outcome,
  type Reply,
  type Server,
  startServer,
} from '../endpoint/server.ts';

/** What a function's configuration says in AWS. */
export interface FunctionSettings {
  readonly name: string;
  /** Folder with `index.mjs`, which exports `handler`. */
  readonly folder: string;
  readonly memoryMb: number;
  /** Time limit of one event. */
  readonly timeoutMs: number;
  /** The only environment variables it gets besides Lambda's own. */
  readonly variables: Readonly<Record<string, string>>;
  /** How many events may be worked on at once; further ones wait. */
  readonly concurrency: number;
  /** Receives what the function writes. */
  readonly onLog: (text: string) => void;
}

/** The function gave no answer: it threw, crashed, ran out of time or answered with too much. */
export class FunctionFailed extends Error {
  override readonly name = 'FunctionFailed';

  constructor(functionName: string, what: string) {
    super(`The function ${functionName} ${what}`);
  }
}

/** Lambda gives the code outside of the handler this long (Lambda quotas: init phase). */
const INIT_LIMIT_MS = 10_000;

/** Lambda's limit for the JSON that a function answers with (Lambda quotas: invocation payload, synchronous). */
const ANSWER_LIMIT_BYTES = 6 * 1024 * 1024;

interface Invocation {
  readonly id: string;
  readonly event: string;
  readonly resolve: (answer: string) => void;
  readonly reject: (error: Error) => void;
}

/** Runs one event at a time; between two events the process and its module state stay. */
export class Environment {
  readonly #settings: FunctionSettings;
  readonly #server: Server;
  readonly #child: ChildProcess;
  /** Answers the open request of a child that waits for its next event. */
  #next: ((reply: Reply) => void) | undefined;
  #current: Invocation | undefined;
  #limit: NodeJS.Timeout | undefined;
  #hasEnded = false;

  static async start(settings: FunctionSettings): Promise<Environment> {
    const server = await startServer(async (call) => environment.#serve(call));
    const environment = new Environment(settings, server);
    return environment;
  }

  private constructor(settings: FunctionSettings, server: Server) {
    this.#settings = settings;
    this.#server = server;
    this.#child = spawnRuntime(settings, server.url);
    this.#child.once('error', (error) => {
      this.#endBecause(`could not be started: ${error.message}`);
    });
    this.#child.once('exit', (code, signal) => {
      this.#endBecause(`crashed (${code ?? signal ?? 'unknown'})`);
    });
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** The handler's answer as JSON. Rejects with `FunctionFailed`; unless the handler threw, the environment ends then. */
  async invoke(event: unknown): Promise<string> {
    try {
      return await new Promise<string>((resolve, reject) => {
        this.#current = { id: randomUUID(), event: JSON.stringify(event), resolve, reject };
        if (this.#hasEnded) this.#fail('has ended');
        else if (this.#next === undefined) this.#endAfter(INIT_LIMIT_MS, 'to ask for an event');
        else this.#next(this.#handOver(this.#current));
      });
    } finally {
      clearTimeout(this.#limit);
    }
  }

  /** Resolves when the process is gone. An event that it works on fails. */
  async end(): Promise<void> {
    this.#endBecause('was ended');
    const { exitCode, signalCode, pid } = this.#child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    await new Promise((resolve) => this.#child.once('exit', resolve));
  }

  #endBecause(what: string): void {
    this.#hasEnded = true;
    this.#fail(what);
    this.#child.kill('SIGKILL');
    void this.#server.close();
  }

  #endAfter(ms: number, forWhat: string): void {
    clearTimeout(this.#limit);
    this.#limit = setTimeout(() => {
      this.#endBecause(`took longer than ${ms} ms ${forWhat}`);
    }, ms);
  }

  async #serve(call: Call): Promise<Outcome> {
    const route = (call.request.url ?? '').replace('/2018-06-01/runtime/', '');
    if (route === 'invocation/next') {
      if (this.#current !== undefined) return this.#handOver(this.#current);
      return new Promise((resolve) => {
        this.#next = resolve;
      });
    }
    const body = (await call.body(Infinity)).toString();
    if (route === `invocation/${this.#current?.id}/response`) this.#answer(body);
    else if (route === `invocation/${this.#current?.id}/error`) this.#fail(`threw ${body}`);
    else if (route === 'init/error') this.#endBecause(`did not start: ${body}`);
    return { status: 202, headers: {}, body: '' };
  }

  #handOver({ id, event }: Invocation): Reply {
    const { name, timeoutMs } = this.#settings;
    this.#next = undefined;
    this.#endAfter(timeoutMs, 'to answer');
    return {
      status: 200,
      headers: {
        'content-type': 'application/json',
        'lambda-runtime-aws-request-id': id,
        'lambda-runtime-deadline-ms': String(Date.now() + timeoutMs),
        'lambda-runtime-invoked-function-arn': `arn:aws:lambda:local:000000000000:function:${name}`,
      },
      body: event,
    };
  }

  #answer(body: string): void {
    if (Buffer.byteLength(body) > ANSWER_LIMIT_BYTES) {
      this.#fail(`answered with more than ${ANSWER_LIMIT_BYTES} bytes`);
      return;
    }
    this.#current?.resolve(body);
    this.#current = undefined;
  }

  #fail(what: string): void {
    this.#current?.reject(new FunctionFailed(this.#settings.name, what));
    this.#current = undefined;
  }
}

/** Starts the process of an environment, with the variables that Lambda sets and nothing of ours. */
function spawnRuntime(settings: FunctionSettings, url: string): ChildProcess {
  const { name, folder, variables, memoryMb, onLog } = settings;
  const bootstrap = path.join(import.meta.dirname, 'bootstrap.mjs');
  const child = spawn(process.execPath, ['--enable-source-maps', bootstrap], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      AWS_LAMBDA_RUNTIME_API: new URL(url).host,
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
      LAMBDA_TASK_ROOT: folder,
      _HANDLER: 'index.handler',
      TZ: ':UTC',
      ...variables,
    },
  });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onLog);
  return child;
}
