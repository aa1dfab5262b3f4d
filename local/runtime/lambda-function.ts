/**
 * A Lambda function: as many environments as it has events at once, each used again when it is free. An environment is a
 * child process, and the Runtime API that gives it its events.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';

import { FUNCTION_MEMORY_MB, FUNCTION_TIMEOUT_SECONDS } from '../../contract/limits.ts';
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
  /** The only environment variables it gets besides Lambda's own. */
  readonly variables: Readonly<Record<string, string>>;
  /** Receives what the function writes. */
  readonly onLog?: (text: string) => void;
  /** Time limit of one event; by default that of the lists. */
  readonly timeoutMs?: number;
}

/** Processes of each function; further events wait, so that a flood does not take the laptop down. */
const CONCURRENCY = 4;

/** The function gave no answer: it threw, crashed, ran out of time or answered with too much. */
export class FunctionFailed extends Error {
  override readonly name = 'FunctionFailed';

  constructor(functionName: string, what: string) {
    super(`The function ${functionName} ${what}`);
  }
}

/** The function is not run: no concurrency is left for it. */
export class FunctionThrottled extends Error {
  override readonly name = 'FunctionThrottled';
}

export class LambdaFunction {
  #settings: FunctionSettings;
  #idle: Environment[] = [];
  readonly #busy = new Set<Environment>();
  /** Events that wait until another one is answered. */
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  /** Goes up with every `endEnvironments`: one of a generation before is not used again. */
  #generation = 0;
  #isClosed = false;
  /** As an operator reserves it. Of the values only 0 has an effect here: the function is not run. */
  reservedConcurrency: number | undefined;

  constructor(settings: FunctionSettings) {
    this.#settings = settings;
  }

  /** The handler's answer as JSON. Rejects with `FunctionFailed` or `FunctionThrottled`. */
  async invoke(event: unknown): Promise<string> {
    if (this.reservedConcurrency === 0) throw new FunctionThrottled('Rate Exceeded.');
    await this.#acquire();
    try {
      this.#throwIfClosed();
      const generation = this.#generation;
      const environment = this.#takeIdle() ?? (await Environment.start(this.#settings));
      return await this.#use(environment, generation, event);
    } finally {
      this.#release();
    }
  }

  get variables(): FunctionSettings['variables'] {
    return this.#settings.variables;
  }

  /** Other variables, which need other environments: those that work are still answered and then end. */
  configure(variables: FunctionSettings['variables']): void {
    this.#settings = { ...this.#settings, variables };
    this.endEnvironments();
  }

  /** The next event meets a cold start. Events that are worked on are still answered. */
  endEnvironments(): void {
    this.#generation += 1;
    for (const environment of this.#idle.splice(0)) void environment.end();
  }

  /** Ends everything at once, and fails the events that are worked on or wait; resolves when every process is gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const environments = [...this.#idle.splice(0), ...this.#busy];
    await Promise.all(environments.map(async (environment) => environment.end()));
  }

  async #use(environment: Environment, generation: number, event: unknown): Promise<string> {
    this.#busy.add(environment);
    try {
      this.#throwIfClosed(); // while it started
      return await environment.invoke(event);
    } finally {
      this.#busy.delete(environment);
      const isCurrent = generation === this.#generation && !this.#isClosed;
      if (isCurrent) this.#idle.push(environment);
      else void environment.end();
    }
  }

  /** Forgets those that crashed. */
  #takeIdle(): Environment | undefined {
    this.#idle = this.#idle.filter(({ hasEnded }) => !hasEnded);
    return this.#idle.pop();
  }

  #throwIfClosed(): void {
    if (this.#isClosed) throw new FunctionFailed(this.#settings.name, 'is closed');
  }

  async #acquire(): Promise<void> {
    if (this.#running < CONCURRENCY) {
      this.#running += 1;
      return;
    }
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Starts the event that has waited longest: one that arrives now does not overtake it. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
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
    const body = (await call.body()).toString();
    if (route === `invocation/${this.#current?.id}/response`) this.#answer(body);
    else if (route === `invocation/${this.#current?.id}/error`) this.#fail(`threw ${body}`);
    else if (route === 'init/error') this.#endBecause(`did not start: ${body}`);
    return { status: 202, headers: {}, body: '' };
  }

  #handOver({ id, event }: Invocation): Reply {
    const { name, timeoutMs = FUNCTION_TIMEOUT_SECONDS * 1000 } = this.#settings;
    this.#next = undefined;
    this.#endAfter(timeoutMs, 'to answer');
    return {
      status: 200,
      headers: {
        'content-type': 'application/json',
        'lambda-runtime-aws-request-id': id,
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
  const { name, folder, variables, onLog = () => {} } = settings;
  const bootstrap = path.join(import.meta.dirname, 'bootstrap.mjs');
  const child = spawn(process.execPath, ['--enable-source-maps', bootstrap], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      AWS_LAMBDA_RUNTIME_API: new URL(url).host,
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(FUNCTION_MEMORY_MB),
      LAMBDA_TASK_ROOT: folder,
      _HANDLER: 'index.handler',
      TZ: ':UTC',
      ...variables,
    },
  });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onLog);
  return child;
}
