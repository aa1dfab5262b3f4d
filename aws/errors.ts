/** Why a directory could not be read: the database is away (outage), or something is wrong (defect). */

import { types } from 'node:util';

/** The database is away. Expected; heals itself. */
export class DatabaseOutage extends Error {
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(`The database is away: ${reason}`, options);
    this.name = 'DatabaseOutage';
    this.reason = reason;
  }

  /** Whether the database is waking up: asking again helps, within half a minute. */
  get isResuming(): boolean {
    return this.reason === 'DatabaseResumingException';
  }
}

/** The database answers, but wrongly, or it does not let us in. Needs a human. */
export class DatabaseDefect extends Error {
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(`The database does not give the directory: ${reason}`, options);
    this.name = 'DatabaseDefect';
    this.reason = reason;
  }
}

/** Records were read, but publishing them as they are would do harm. Needs a human. */
export class SnapshotRefused extends Error {
  readonly reason: string;
  /** Whether the list lost too many records and nothing else is wrong: an operator may say that this is true. */
  readonly isDrop: boolean;

  constructor(reason: string, { isDrop }: { readonly isDrop: boolean }) {
    super(`The snapshot is not published: ${reason}`);
    this.name = 'SnapshotRefused';
    this.reason = reason;
    this.isDrop = isDrop;
  }
}

/** A failed read as it is logged and counted. */
export interface Failure {
  readonly kind: 'outage' | 'defect';
  readonly name: string;
  /** A text of our own or an error's name. Never an error's message: that may hold a value of a record. */
  readonly reason: string;
  /** Only on a list that was refused because it lost too many records. */
  readonly isDrop?: true;
  /** Where in the code, for an error that nobody foresaw. */
  readonly stack?: readonly string[];
}

/** Every error becomes a failure, an unforeseen one too: yesterday's data is served, and the bug is counted and seen. */
export function failureOf(error: unknown): Failure {
  if (error instanceof DatabaseOutage) {
    return { kind: 'outage', name: error.name, reason: error.reason };
  }
  if (error instanceof DatabaseDefect) {
    return { kind: 'defect', name: error.name, reason: error.reason };
  }
  if (error instanceof SnapshotRefused) {
    const { name, reason, isDrop } = error;
    return { kind: 'defect', name, reason, ...(isDrop ? { isDrop } : {}) };
  }
  if (!types.isNativeError(error)) {
    return { kind: 'defect', name: 'Unknown', reason: typeof error };
  }
  return { kind: 'defect', name: error.name, reason: 'unforeseen', stack: framesOf(error) };
}

/** What an error is called: the code of a network error, which the SDK calls a TimeoutError, or else its name. */
export function errorName(error: unknown): string {
  if (!types.isNativeError(error)) return 'Unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** The stack without the message in front of it, a line of which may look like a frame. */
function framesOf({ stack = '', message }: Error): readonly string[] {
  const start = stack.indexOf(message);
  const frames = start < 0 ? stack : stack.slice(start + message.length);
  return frames
    .split('\n')
    .filter((line) => /^\s+at /u.test(line))
    .map((line) => line.trim());
}
