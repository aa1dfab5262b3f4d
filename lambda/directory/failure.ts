/**
 * Why a directory could not be read: an outage ends by itself, a defect needs a human.
 *
 * The two are told apart by the error's *name*. The HTTP status does not help: a resuming database, a statement timeout
 * and an unreachable Secrets Manager all arrive as 400 (errors of the Data API's actions, RDS Data Service API
 * Reference). Names are compared as texts, because an SDK need not know a class that the service sends.
 */

import { types } from 'node:util';

import * as v from 'valibot';

import type { ReadFailure } from '../../contract/refresh-event.ts';
import { DeadlineExceeded } from '../aws/clock.ts';
import { errorName, isTransient, RESUMING } from '../aws/errors.ts';

/** A failed read as it is logged and counted. The reason is never an error's message, which may hold a value of a record. */
export interface Failure extends ReadFailure {
  /** The frames of an unforeseen error. */
  readonly stack?: readonly string[];
}

/** The database answered, but not with what the statement gives. */
export class DatabaseDefect extends Error {
  override readonly name = 'DatabaseDefect';
}

/** Records were read, but publishing them as they are would do harm. */
export class ListRefused extends Error {
  override readonly name = 'ListRefused';
  /** Whether the list lost too many records and nothing else is wrong: an operator may say that this is true. */
  readonly isDrop: boolean;

  constructor(reason: string, { isDrop = false }: { readonly isDrop?: boolean } = {}) {
    super(reason);
    this.isDrop = isDrop;
  }
}

/** Codes of the operating system and of Node for a connection that could not be made or did not last. */
const NETWORK =
  /^(?:E(?:AI_AGAIN|CONNABORTED|CONNREFUSED|CONNRESET|HOSTDOWN|HOSTUNREACH|NETDOWN|NETUNREACH|NOTFOUND|PIPE|PROTO|TIMEDOUT)|UND_ERR_.*|ERR_STREAM_PREMATURE_CLOSE)$/u;

/**
 * SQLSTATEs of a database that is unavailable: connection exceptions (08), insufficient resources (53), operator
 * intervention (57, with 57014, a statement that took too long), transaction rollback (40), a lock not available (55P03:
 * somebody is changing the views), and a transaction ended for idling (PostgreSQL documentation, appendix A).
 */
const UNAVAILABLE = /^(?:08|53|57|40|55P03|25P0[34])/u;

/** SQLSTATE class 42: what the statement names is missing or forbidden. Its message quotes names, never values. */
const NAMES_ONLY = /^42/u;

/** Every error becomes a failure, an unforeseen one too: yesterday's data is served, and the bug is counted and seen. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ListRefused) {
    const { name, message: reason, isDrop } = error;
    return { kind: 'defect', name, reason, ...(isDrop ? { isDrop } : {}) };
  }
  if (error instanceof DatabaseDefect) return defect(error.message);
  if (error instanceof DeadlineExceeded) return outage(`no answer within ${error.milliseconds} ms`);
  if (!types.isNativeError(error)) {
    return { kind: 'defect', name: 'Unknown', reason: typeof error };
  }
  if (error.name === 'DatabaseErrorException') return sqlFailure(error);
  if (isTransient(error.name)) return outage(error.name);
  const code = errorName(error);
  if (NETWORK.test(code)) return outage(code);
  const status = statusOf(error);
  if (status >= 500) return outage(`HTTP ${status}`);
  if (status > 0) return defect(`${error.name}, HTTP ${status}`);
  return { kind: 'defect', name: error.name, reason: 'unforeseen', stack: framesOf(error) };
}

/** Whether asking again helps, within half a minute. */
export function isResuming(error: unknown): boolean {
  return types.isNativeError(error) && error.name === RESUMING;
}

function outage(reason: string): Failure {
  return { kind: 'outage', name: 'DatabaseOutage', reason };
}

function defect(reason: string): Failure {
  return { kind: 'defect', name: 'DatabaseDefect', reason };
}

function sqlFailure({ name, message }: Error): Failure {
  // The last one: a value that the message quotes may look like one, and comes before it.
  const state = /^[^]*SQLState: (\w{5})/u.exec(message)?.[1] ?? 'unknown';
  const reason = `${name}, SQLSTATE ${state}`;
  if (UNAVAILABLE.test(state)) return outage(reason);
  return defect(NAMES_ONLY.test(state) ? `${reason}: ${message.split('\n', 1)[0]}` : reason);
}

const Answered = v.object({ $metadata: v.object({ httpStatusCode: v.number() }) });
const Unread = v.object({ $response: v.object({ statusCode: v.number() }) });

/** The HTTP status of the answer that the SDK could not use, or 0 where there was none. */
function statusOf(error: Error): number {
  if (v.is(Answered, error)) return error.$metadata.httpStatusCode;
  return v.is(Unread, error) ? error.$response.statusCode : 0;
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
