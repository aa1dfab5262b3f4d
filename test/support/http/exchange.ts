/** Bytes to a server as no HTTP client would send them, and the answer to them. */

import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  /** 0 where the server closed the connection without a word. */
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** How many answers there were, interim ones left out. */
  readonly count: number;
  /** All of it as text. */
  readonly text: string;
}

/** What is sent must make the server close the connection at its end. */
export async function exchange(url: string, request: string | Buffer): Promise<RawAnswer> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(request);
  const text = (await received(socket)).toString('latin1');
  const answers = text.split(/^(?=HTTP\/1\.[01] [2-5]\d\d )/mu).filter(isFinal);
  const [head = '', ...rest] = (answers[0] ?? '').split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  return {
    status: Number(statusLine.split(' ')[1] ?? 0),
    headers: Object.fromEntries(lines.map(namedValue)),
    body: Buffer.from(rest.join('\r\n\r\n'), 'latin1'),
    count: answers.length,
    text,
  };
}

/** What came until the end, or until a server that has heard enough resets the connection. */
async function received(socket: Socket): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.once('end', () => {
      resolve(Buffer.concat(parts));
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      const isOver = error.code === 'ECONNRESET' || error.code === 'EPIPE';
      if (isOver) resolve(Buffer.concat(parts));
      else reject(error);
    });
  });
}

function isFinal(text: string): boolean {
  return /^HTTP\/1\.[01] [2-5]/u.test(text);
}

function namedValue(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
