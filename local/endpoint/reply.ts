/** One exchange with a local endpoint: what arrives and what goes back. */

import type { IncomingMessage } from 'node:http';

export interface Call {
  readonly request: IncomingMessage;
  /** Aborted when the client is gone before its answer. */
  readonly signal: AbortSignal;
  /** The whole body. @throws BodyTooLargeError */
  body(maxBytes: number): Promise<Buffer>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** `reset`: the connection breaks. */
export type Outcome = Reply | 'reset';

export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';

  constructor(maxBytes: number) {
    super(`The request body is larger than ${maxBytes} bytes`);
  }
}
