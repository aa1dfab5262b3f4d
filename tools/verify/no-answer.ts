/** A request to which no complete HTTP answer came. */

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before the answer was complete',
  EAI_AGAIN: 'the name of the host was not found',
  ENOTFOUND: 'the name of the host was not found',
  EPROTO: 'the host does not speak TLS at this address',
};

export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly reason: string;

  constructor(request: string, reason: string, cause?: unknown) {
    super(`no answer to ${request}: ${reason}`, { cause });
    this.reason = reason;
  }

  static after(request: string, timeoutSeconds: number, cause: Error): NoAnswer {
    if (cause.name === 'AbortError' || cause.name === 'TimeoutError') {
      return new NoAnswer(request, `nothing came within ${timeoutSeconds} s`, cause);
    }
    const code = 'code' in cause ? String(cause.code) : '';
    return new NoAnswer(request, REASONS[code] ?? cause.message, cause);
  }
}
