/**
 * Classifies the reasons why a directory could not be read. An outage ends without anyone acting, but a person must fix a
 * defect.
 *
 * An error is classified by its name, SQLSTATE or network code. The HTTP status is used only if these are unknown, because the
 * status is not precise enough: a resuming database, a statement timeout and an unreachable Secrets Manager all have the status
 * 400 (RDS Data Service API Reference, errors of the actions). Names are compared as text, because the SDK may lack a class for
 * an error that AWS returns.
 */

import { types } from 'node:util';

import * as v from 'valibot';

import type { ReadFailure } from '../../contract/refresh-event.ts';
import { DeadlineExceeded } from '../aws/clock.ts';
import { errorName, TRANSIENT } from '../aws/errors.ts';

/**
 * A failure for the log and the metrics. `reason` must not contain a record's values, although the error's message may quote
 * them.
 */
export interface Failure extends ReadFailure {
  /** The stack frames of an unforeseen error. */
  readonly stack?: readonly string[];
}

/** The database returned a row of an unexpected form. */
export class DatabaseDefect extends Error {
  override readonly name = 'DatabaseDefect';
}

/** The list was read, but publishing it would do harm. */
export class ListRefused extends Error {
  override readonly name = 'ListRefused';
  /** Whether the list lost too many records and has no other fault, so an operator may accept it. */
  readonly isDrop: boolean;

  constructor(reason: string, { isDrop = false }: { readonly isDrop?: boolean } = {}) {
    super(reason);
    this.isDrop = isDrop;
  }
}

/** Codes that the operating system and Node use if a connection could not be opened or was lost. */
const NETWORK =
  /^(?:E(?:AI_AGAIN|CONNABORTED|CONNREFUSED|CONNRESET|HOSTDOWN|HOSTUNREACH|NETDOWN|NETUNREACH|NOTFOUND|PIPE|PROTO|TIMEDOUT)|UND_ERR_.*|ERR_STREAM_PREMATURE_CLOSE)$/u;

/**
 * SQLSTATEs of an unavailable database (PostgreSQL documentation, appendix A): connection exception (08), insufficient resources
 * (53), operator intervention (57, including the statement timeout 57014), transaction rollback (40), lock not available (55P03,
 * while someone changes the views), and transaction timeouts (25P03, 25P04).
 */
const UNAVAILABLE = /^(?:08|53|57|40|55P03|25P0[34])/u;

/**
 * Matches SQLSTATE class 42, which includes missing objects and denied access. Messages of this class quote the names of
 * objects, but no values.
 */
const NAMES_ONLY = /^42/u;

/** Turns any error into a failure, even an unforeseen error, so that visitors get the last-good copy and the bug is reported. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ListRefused) {
    const { name, message: reason, isDrop } = error;
    return { kind: 'defect', name, reason, ...(isDrop ? { isDrop } : {}) };
  }
  if (error instanceof DatabaseDefect) return defect(error.message);
  if (error instanceof DeadlineExceeded) return outage(error.message);
  if (!types.isNativeError(error)) {
    return { kind: 'defect', name: 'Unknown', reason: typeof error };
  }
  if (error.name === 'DatabaseErrorException') return sqlFailure(error);
  if (TRANSIENT.has(error.name)) return outage(error.name);
  const code = errorName(error);
  if (NETWORK.test(code)) return outage(code);
  const status = statusOf(error);
  if (status >= 500) return outage(`HTTP ${status}`);
  if (status > 0) return defect(`${error.name}, HTTP ${status}`);
  return { kind: 'defect', name: error.name, reason: 'unforeseen', stack: framesOf(error) };
}

function outage(reason: string): Failure {
  return { kind: 'outage', name: 'DatabaseOutage', reason };
}

function defect(reason: string): Failure {
  return { kind: 'defect', name: 'DatabaseDefect', reason };
}

function sqlFailure({ name, message }: Error): Failure {
  // The last match counts, because the message may first quote a value that looks like an SQLSTATE.
  const state = /^[^]*SQLState: (\w{5})/u.exec(message)?.[1] ?? 'unknown';
  const reason = `${name}, SQLSTATE ${state}`;
  if (UNAVAILABLE.test(state)) return outage(reason);
  return defect(NAMES_ONLY.test(state) ? `${reason}: ${message.split('\n', 1)[0]}` : reason);
}

const Answered = v.object({ $metadata: v.object({ httpStatusCode: v.number() }) });
const Unread = v.object({ $response: v.object({ statusCode: v.number() }) });

/** Returns the HTTP status of the response that caused the error, or 0 if there was no response. */
function statusOf(error: Error): number {
  if (v.is(Answered, error)) return error.$metadata.httpStatusCode;
  return v.is(Unread, error) ? error.$response.statusCode : 0;
}

/** Returns the stack frames. Removes the message first, because a line of the message may look like a frame. */
function framesOf({ stack = '', message }: Error): readonly string[] {
  const start = stack.indexOf(message);
  const frames = start < 0 ? stack : stack.slice(start + message.length);
  return frames.match(/(?<=^ +)at .*\S/gmu) ?? [];
}
