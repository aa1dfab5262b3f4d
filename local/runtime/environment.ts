/** One Lambda environment: a child process, and the Runtime API that gives it its events. */

import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { text } from 'node:stream/consumers';

import { listen } from '../listen.ts';
import { FunctionFailed, type FunctionSettings } from './function-settings.ts';
import { spawnRuntime } from './spawn-runtime.ts';

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
  readonly #child: ChildProcess;
  /** The open request of a child that waits for its next event. */
  #waiting: http.ServerResponse | undefined;
  #current: Invocation | undefined;
  #limit: NodeJS.Timeout | undefined;
  #hasEnded = false;

  static async start(settings: FunctionSettings): Promise<Environment> {
    const server = http.createServer();
    const port = await listen(server, 0);
    return new Environment(settings, server, port);
  }

  private constructor(settings: FunctionSettings, server: http.Server, port: number) {
    this.#settings = settings;
    this.#server = server;
    server.on('request', (request, response) => {
      // A child that dies in the middle of a word is heard of by its exit.
      this.#serve(request, response).catch(() => undefined);
    });
    this.#child = spawnRuntime(settings, port);
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
        else if (this.#waiting === undefined) this.#endAfter(INIT_LIMIT_MS, 'to ask for an event');
        else this.#handOver(this.#waiting, this.#current);
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
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #endAfter(ms: number, forWhat: string): void {
    clearTimeout(this.#limit);
    this.#limit = setTimeout(() => {
      this.#endBecause(`took longer than ${ms} ms ${forWhat}`);
    }, ms);
  }

  async #serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const route = (request.url ?? '').replace('/2018-06-01/runtime/', '');
    if (route === 'invocation/next') {
      if (this.#current === undefined) this.#waiting = response;
      else this.#handOver(response, this.#current);
      return;
    }
    const body = await text(request);
    response.writeHead(202).end();
    if (route === `invocation/${this.#current?.id}/response`) this.#answer(body);
    else if (route === `invocation/${this.#current?.id}/error`) this.#fail(`threw ${body}`);
    else if (route === 'init/error') this.#endBecause(`did not start: ${body}`);
  }

  #handOver(waiting: http.ServerResponse, { id, event }: Invocation): void {
    const { name, timeoutMs } = this.#settings;
    this.#waiting = undefined;
    this.#endAfter(timeoutMs, 'to answer');
    waiting
      .writeHead(200, {
        'content-type': 'application/json',
        'lambda-runtime-aws-request-id': id,
        'lambda-runtime-deadline-ms': String(Date.now() + timeoutMs),
        'lambda-runtime-invoked-function-arn': `arn:aws:lambda:local:000000000000:function:${name}`,
      })
      .end(event);
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
