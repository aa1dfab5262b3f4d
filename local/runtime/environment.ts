/** One Lambda environment: a child process, and the Runtime API that gives it its events. */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { listen } from '../listen.ts';
import { FunctionFailed, type FunctionSettings } from './function-settings.ts';

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
  readonly #server: http.Server;
  #child: ChildProcess | undefined;
  /** The open request of a child that waits for its next event. */
  #waiting: http.ServerResponse | undefined;
  #current: Invocation | undefined;
  #hasEnded = false;

  static async start(settings: FunctionSettings): Promise<Environment> {
    const environment = new Environment(settings);
    environment.#spawn(await listen(environment.#server, 0));
    return environment;
  }

  private constructor(settings: FunctionSettings) {
    this.#settings = settings;
    this.#server = http.createServer((request, response) => {
      void this.#serve(request, response);
    });
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** The handler's answer as JSON. Rejects with `FunctionFailed`; after a time limit or a crash the environment ends. */
  async invoke(event: unknown): Promise<string> {
    const limit = this.#settings.timeoutMs + (this.#waiting === undefined ? INIT_LIMIT_MS : 0);
    const timer = setTimeout(() => {
      this.#fail(`timed out after ${limit} ms`);
      this.end();
    }, limit);
    try {
      return await new Promise<string>((resolve, reject) => {
        this.#current = { id: randomUUID(), event: JSON.stringify(event), resolve, reject };
        this.#handOver();
      });
    } finally {
      clearTimeout(timer);
    }
  }

  end(): void {
    this.#hasEnded = true;
    this.#fail('ended');
    this.#child?.kill('SIGKILL');
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #spawn(port: number): void {
    const { name, folder, variables, memoryMb, onLog } = this.#settings;
    const bootstrap = path.join(import.meta.dirname, 'bootstrap.mjs');
    this.#child = spawn(process.execPath, ['--enable-source-maps', bootstrap], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}`,
        AWS_LAMBDA_FUNCTION_NAME: name,
        AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
        LAMBDA_TASK_ROOT: folder,
        _HANDLER: 'index.handler',
        TZ: ':UTC',
        ...variables,
      },
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', onLog);
    }
    this.#child.on('exit', (code, signal) => {
      this.#fail(`the process ended (${code ?? signal ?? 'unknown'})`);
      if (!this.#hasEnded) this.end();
    });
  }

  async #serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const route = (request.url ?? '').replace('/2018-06-01/runtime/', '');
    if (route === 'invocation/next') {
      this.#waiting = response;
      this.#handOver();
      return;
    }
    const body = await text(request);
    response.writeHead(202).end();
    if (route === `invocation/${this.#current?.id}/response`) this.#answer(body);
    else if (route === `invocation/${this.#current?.id}/error`) this.#fail(`threw ${body}`);
    else if (route === 'init/error') this.#fail(`did not start: ${body}`);
  }

  #handOver(): void {
    if (this.#current === undefined || this.#waiting === undefined) return;
    this.#waiting
      .writeHead(200, {
        'content-type': 'application/json',
        'lambda-runtime-aws-request-id': this.#current.id,
        'lambda-runtime-deadline-ms': String(Date.now() + this.#settings.timeoutMs),
        'lambda-runtime-invoked-function-arn': `arn:aws:lambda:local:000000000000:function:${this.#settings.name}`,
      })
      .end(this.#current.event);
    this.#waiting = undefined;
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
