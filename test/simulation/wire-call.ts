/** One call that is under way: its head and its body come, in virtual time, as its course says. */

import { HttpResponse } from '@smithy/core/protocols';
import { Readable } from 'node:stream';

import type { Timeline } from './timeline.ts';
import type { Caller, Course, WireReply, WireRequest } from './wire.ts';

export class WireCall {
  readonly response: Promise<{ response: HttpResponse }>;
  readonly #timeline: Timeline;
  readonly #caller: Caller;
  readonly #request: WireRequest;
  readonly #signal: AbortSignal | undefined;
  #body: Readable | undefined;
  #resolve: (answer: { response: HttpResponse }) => void = () => {};
  #reject: (error: Error) => void = () => {};

  constructor(
    timeline: Timeline,
    caller: Caller,
    request: WireRequest,
    signal: AbortSignal | undefined,
  ) {
    this.#timeline = timeline;
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

  /** The service has decided. */
  goOn(course: Course): void {
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

  /** As the SDK's own handler for Node: once the head is there, a signal ends nothing any more. */
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
    const run = (): void => {
      if (this.#caller.calls.has(this)) step();
    };
    this.#timeline.plan(this.#timeline.now + milliseconds, run, this.#caller);
  }

  #answer(reply: WireReply, course: Course): void {
    this.#signal?.removeEventListener('abort', this.#abort);
    const body = new Readable({ read() {} });
    body.on('error', () => {}); // whether anybody reads it or not
    this.#body = body;
    this.#resolve({
      response: new HttpResponse({ statusCode: reply.status, headers: reply.headers, body }),
    });
    const { milliseconds, parts } = course.body ?? { milliseconds: 0, parts: 1 };
    const bytes = reply.body.subarray(0, bytesThatCome(reply.body.length, course));
    const partBytes = Math.max(1, Math.ceil(bytes.length / parts));
    const send = (from: number): void => {
      body.push(bytes.subarray(from, from + partBytes));
      if (from + partBytes < bytes.length)
        this.#later(milliseconds / parts, () => {
          send(from + partBytes);
        });
      else this.#end(body, reply, course);
    };
    if (milliseconds === 0) send(0);
    else
      this.#later(milliseconds / parts, () => {
        send(0);
      });
  }

  #end(body: Readable, reply: WireReply, { bodyEnds }: Course): void {
    if (bodyEnds === 'never') return;
    if (bodyEnds === 'broken in the middle' || bodyEnds === 'broken at the end') {
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
