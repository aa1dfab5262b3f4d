/**
 * The network between a function's SDK clients and the two services they call. The clients are the real ones: what they
 * send is HTTP, and what comes back, or does not, is decided call by call.
 */

import type { HttpResponse } from '@smithy/core/protocols';

import type { Random } from './random.ts';
import type { Subject, Timeline } from './timeline.ts';
import { WireCall } from './wire-call.ts';

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
  /** What is wrong with it, for the checks; no client sees it. */
  readonly spoilt?: string;
}

/** How a call goes on, from its arrival at the service. */
export interface Course {
  /** Until the head of the reply is back, or the connection breaks. `Infinity`: never. */
  readonly afterMs: number;
  /** Without one the connection breaks. */
  readonly reply?: WireReply;
  /** The code of the error with which it breaks; `ECONNRESET` unless told. */
  readonly code?: string;
  /** From the head to the end of the body, which comes in so many parts. */
  readonly body?: { readonly milliseconds: number; readonly parts: number };
  /** What becomes of a body that does not come whole. */
  readonly bodyEnds?: 'broken in the middle' | 'broken at the end' | 'cut off' | 'never';
}

/** A service at the other end: decides, when a call arrives, how it goes on. */
export type Service = (request: WireRequest) => Course;

/** The process that calls. */
export interface Caller extends Subject {
  readonly calls: Set<WireCall>;
  /** A call is made; returns when it leaves: now, or when the process thaws that was frozen just before. */
  sends(request: WireRequest): number;
  /** A reply is there, whole. */
  delivered(request: WireRequest, reply: WireReply): void;
  /** The connection broke before that. */
  broken(request: WireRequest): void;
}

interface SdkRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export class Wire {
  readonly #timeline: Timeline;
  readonly #random: Random;
  readonly #caller: Caller;
  readonly #service: Service;

  constructor(timeline: Timeline, random: Random, caller: Caller, service: Service) {
    this.#timeline = timeline;
    this.#random = random;
    this.#caller = caller;
    this.#service = service;
  }

  async handle(
    { method, path, headers, body = '' }: SdkRequest,
    options: { readonly abortSignal?: unknown } = {},
  ): Promise<{ response: HttpResponse }> {
    // The type that the SDK gives it is its own, what it hands on is what it was given.
    const abortSignal = options.abortSignal as AbortSignal | undefined;
    const sentAt = this.#timeline.now;
    const request = { method, path, headers, body: Buffer.from(body).toString(), sentAt };
    const call = new WireCall(this.#timeline, this.#caller, request, abortSignal);
    const arrivesAt = this.#caller.sends(request) + this.#random.between(1, 15);
    this.#timeline.plan(arrivesAt, () => {
      const neverLeft = this.#caller.isGone && this.#caller.frozenUntil > sentAt;
      if (!neverLeft) call.goOn(this.#service(request));
    });
    return call.response;
  }

  /** Breaks off whatever is under way, as the SDK's own handler does with its agents. */
  destroy(): void {
    for (const call of this.#caller.calls) call.breakOff('ECONNRESET');
  }
}
