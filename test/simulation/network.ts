/**
 * The network between the SDK clients of a process and the two services that they call. The clients are the real ones:
 * they send HTTP, and how each call goes on is decided where it arrives.
 */

import { ExecuteStatementCommand, RDSDataClient } from '@aws-sdk/client-rds-data';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { HttpResponse } from '@smithy/core/protocols';
import { Readable } from 'node:stream';

import { databaseClient } from '../../lambda/directory/handler.ts';
import { storeClient } from '../../lambda/environment.ts';
import type { Process } from './process.ts';

export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** When it was signed, in milliseconds since the Unix epoch. */
  readonly sentAt: number;
}

export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** What is wrong with the copy in it, for the checks; no client sees it. */
  readonly corruption?: string;
}

/** How a call goes on after its arrival. */
export interface Course {
  /** Until the head of the reply is back, or the connection breaks. `Infinity`: never. */
  readonly afterMs: number;
  /** Without a reply the connection breaks. */
  readonly reply?: WireReply;
  /** The error code with which it breaks, `ECONNRESET` by default. */
  readonly code?: string;
  /** From the head to the end of the body, which comes in so many parts. */
  readonly body?: { readonly milliseconds: number; readonly parts: number };
  /** How a body ends that is not whole. */
  readonly bodyEnds?: 'broken in the middle' | 'broken at the end' | 'cut off' | 'never';
}

type Serve = (request: WireRequest) => Course;

interface SdkRequest extends Pick<WireRequest, 'method' | 'path' | 'headers'> {
  readonly body?: string | Uint8Array;
}

/** The SDK's `requestHandler`. */
class Wire {
  readonly metadata = { handlerProtocol: 'http/1.1' };
  connection: { readonly caller: Process; readonly serve: Serve } | undefined;

  async handle(
    { method, path, headers, body = '' }: SdkRequest,
    options: { readonly abortSignal?: unknown } = {},
  ): Promise<{ response: HttpResponse }> {
    if (this.connection === undefined) {
      return { response: new HttpResponse({ statusCode: 200, body: Readable.from(['{}']) }) };
    }
    const { caller, serve } = this.connection;
    const { timeline, random } = caller.simulation;
    const sentAt = timeline.now;
    const request = { method, path, headers, body: Buffer.from(body).toString(), sentAt };
    // The SDK has a type of its own for it, and hands on what it was given.
    const abortSignal = options.abortSignal as AbortSignal | undefined;
    const call = new Call(caller, request, abortSignal);
    timeline.after(caller.sends(request) + random.between(1, 15), () => {
      const neverLeft = caller.isGone && caller.frozenUntil > sentAt;
      if (!neverLeft) call.proceed(serve(request));
    });
    return call.response;
  }

  /** Breaks off whatever is under way, as the SDK's own handler does with its agents. */
  destroy(): void {
    for (const call of this.connection?.caller.calls ?? []) call.breakOff('ECONNRESET');
  }

  updateHttpClientConfig(): void {}

  httpHandlerConfigs(): Record<string, never> {
    return {};
  }
}

/** One call under way: its head and its body come in virtual time. */
export class Call {
  readonly response: Promise<{ response: HttpResponse }>;
  readonly #caller: Process;
  readonly #request: WireRequest;
  readonly #signal: AbortSignal | undefined;
  #body: Readable | undefined;
  #resolve: (answer: { response: HttpResponse }) => void = () => {};
  #reject: (error: Error) => void = () => {};

  constructor(caller: Process, request: WireRequest, signal: AbortSignal | undefined) {
    this.#caller = caller;
    this.#request = request;
    this.#signal = signal;
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    caller.calls.add(this);
    if (signal?.aborted === true) this.#abort();
    else signal?.addEventListener('abort', this.#abort);
  }

  proceed(course: Course): void {
    const { afterMs, reply, code = 'ECONNRESET' } = course;
    if (afterMs === Infinity) return;
    this.#later(afterMs, () => {
      if (reply === undefined) this.breakOff(code);
      else this.#answer(reply, course);
    });
  }

  breakOff(code: string): void {
    if (!this.#close()) return;
    this.#caller.broken(this.#request);
    const error = Object.assign(new Error(code), { code });
    if (this.#body === undefined) this.#reject(error);
    else this.#body.destroy(error);
  }

  /** As in the SDK's own handler, a signal ends nothing any more once the head is there. */
  readonly #abort = (): void => {
    if (!this.#close()) return;
    this.#reject(Object.assign(new Error('Request aborted'), { name: 'AbortError' }));
  };

  /** Whether it was still open. */
  #close(): boolean {
    this.#signal?.removeEventListener('abort', this.#abort);
    return this.#caller.calls.delete(this);
  }

  #later(milliseconds: number, step: () => void): void {
    const ifOpen = (): void => {
      if (this.#caller.calls.has(this)) step();
    };
    this.#caller.simulation.timeline.after(milliseconds, ifOpen, this.#caller);
  }

  #answer(reply: WireReply, course: Course): void {
    this.#signal?.removeEventListener('abort', this.#abort);
    const body = new Readable({ read() {} });
    body.on('error', () => {}); // nobody may be reading it
    this.#body = body;
    const { status: statusCode, headers } = reply;
    this.#resolve({ response: new HttpResponse({ statusCode, headers, body }) });
    const { milliseconds, parts } = course.body ?? { milliseconds: 0, parts: 1 };
    const bytes = reply.body.subarray(0, bytesThatCome(reply.body.length, course));
    const partBytes = Math.max(1, Math.ceil(bytes.length / parts));
    let from = 0;
    const send = (): void => {
      body.push(bytes.subarray(from, from + partBytes));
      from += partBytes;
      if (from >= bytes.length) this.#end(body, reply, course);
      else this.#later(milliseconds / parts, send);
    };
    if (milliseconds === 0) send();
    else this.#later(milliseconds / parts, send);
  }

  #end(body: Readable, reply: WireReply, { bodyEnds }: Course): void {
    if (bodyEnds === 'never') return;
    if (bodyEnds?.startsWith('broken') === true) {
      this.breakOff('ECONNRESET');
      return;
    }
    body.push(null);
    this.#close();
    if (bodyEnds === undefined) this.#caller.delivered(this.#request, reply);
  }
}

function bytesThatCome(length: number, { bodyEnds }: Course): number {
  if (bodyEnds === undefined) return length;
  return bodyEnds === 'broken at the end' ? Math.max(0, length - 1) : Math.floor(length / 2);
}

/** The SDK clients of one process. */
export interface Clients {
  readonly rdsData: RDSDataClient;
  readonly s3: S3Client;
  /** Puts them on the wires of a process, of which each ends at a service. */
  connect(caller: Process, database: Serve, store: Serve): void;
}

/** They take longer to make than to use, so other processes use them again. */
export class ClientPool {
  readonly #idle: Clients[] = [];

  /** Makes sure that so many can be taken. A client reads files at its first call, so that has happened before. */
  async reserve(count: number): Promise<void> {
    while (this.#idle.length < count) this.#idle.push(await makeClients());
  }

  take(): Clients {
    const clients = this.#idle.pop();
    if (clients === undefined) throw new Error('There are no more clients: reserve some');
    return clients;
  }

  giveBack(clients: Clients): void {
    this.#idle.push(clients);
  }
}

/** Steps of the SDK that take time and that nothing here takes notice of. */
const WITHOUT_EFFECT = [
  'loggerMiddleware',
  'getUserAgentMiddleware',
  'hostHeaderMiddleware',
  'recursionDetectionMiddleware',
];

const outside = {
  region: 'eu-west-1',
  credentials: { accessKeyId: 'simulated', secretAccessKey: 'simulated' },
  endpointProvider: (): { readonly url: URL } => ({ url: new URL('https://simulated/') }),
  /** Signatures are the SDK's own business, and take half of the time of a call. */
  signer: { sign: async <T>(request: T): Promise<T> => request },
};

async function makeClients(): Promise<Clients> {
  const database = new Wire();
  const store = new Wire();
  const rdsData = new RDSDataClient({ ...databaseClient, ...outside, requestHandler: database });
  const s3 = new S3Client({ ...storeClient, ...outside, requestHandler: store });
  for (const name of WITHOUT_EFFECT) {
    rdsData.middlewareStack.remove(name);
    s3.middlewareStack.remove(name);
  }
  await rdsData.send(new ExecuteStatementCommand({ resourceArn: 'x', secretArn: 'x', sql: 'x' }));
  await s3.send(new PutObjectCommand({ Bucket: 'x', Key: 'x', Body: 'x' }));
  await s3.send(new GetObjectCommand({ Bucket: 'x', Key: 'x' }));
  return {
    rdsData,
    s3,
    connect(caller, serveDatabase, serveStore) {
      database.connection = { caller, serve: serveDatabase };
      store.connection = { caller, serve: serveStore };
    },
  };
}
