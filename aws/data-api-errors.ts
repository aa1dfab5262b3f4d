/**
 * Tells an outage from a defect by the error's *name*. The HTTP status does not help: a resuming database, a statement
 * timeout and an unreachable Secrets Manager all arrive as 400 (errors of the Data API's actions, RDS Data Service API
 * Reference). Names are compared as texts, because an SDK need not know a class that the service sends.
 */

import { types } from 'node:util';

import { DeadlineExceeded } from './deadline.ts';
import { DatabaseDefect, DatabaseOutage, errorName } from './errors.ts';

const OUTAGES: ReadonlySet<string> = new Set([
  'DatabaseNotFoundException', // the cluster has no instance at the moment
  'DatabaseResumingException',
  'DatabaseUnavailableException',
  'InternalServerErrorException',
  'InvalidResourceStateException',
  'RequestTimeout',
  'RequestTimeoutException',
  'SecretsErrorException', // the secret cannot be read just now
  'ServiceUnavailableError',
  'ServiceUnavailableException',
  'SlowDown',
  'StatementTimeoutException',
  'ThrottledException',
  'Throttling',
  'ThrottlingException',
  'TimeoutError',
  'TooManyRequestsException',
  'TransactionNotFoundException', // it was ended for us, by a time limit or a failover
]);

/** Codes of the operating system and of Node for a connection that could not be made or did not last. */
const NETWORK =
  /^(?:E(?:AI_AGAIN|CONNABORTED|CONNREFUSED|CONNRESET|HOSTDOWN|HOSTUNREACH|NETDOWN|NETUNREACH|NOTFOUND|PIPE|PROTO|TIMEDOUT)|UND_ERR_.*|ERR_STREAM_PREMATURE_CLOSE)$/u;

/**
 * SQLSTATEs of a database that is away: connection exceptions (08), insufficient resources (53), operator intervention
 * (57, with 57014, a statement that took too long), transaction rollback (40), a lock not had in time (55P03: somebody is
 * changing the views), and a transaction ended for idling (PostgreSQL documentation, appendix A).
 */
const AWAY = /^(?:08|53|57|40|55P03|25P0[34])/u;

/** SQLSTATE class 42: what the statement names is missing or forbidden. Its message quotes names, never values. */
const NAMES_ONLY = /^42/u;

export function translated(error: unknown): unknown {
  if (error instanceof DeadlineExceeded) {
    return new DatabaseOutage(`no answer within ${error.milliseconds} ms`, { cause: error });
  }
  if (!types.isNativeError(error)) return error;
  if (error.name === 'DatabaseErrorException') return translatedSqlError(error);
  if (OUTAGES.has(error.name)) return new DatabaseOutage(error.name, { cause: error });
  const code = errorName(error);
  if (NETWORK.test(code)) return new DatabaseOutage(code, { cause: error });
  const status = statusOf(error);
  if (status >= 500) return new DatabaseOutage(`HTTP ${status}`, { cause: error });
  if (status > 0) return new DatabaseDefect(`${error.name}, HTTP ${status}`, { cause: error });
  return error; // not of the Data API: a bug goes up as it is
}

function translatedSqlError(error: Error): Error {
  // The last one: a value that the message quotes may look like one, and stands before it.
  const state = /^[^]*SQLState: (\w{5})/u.exec(error.message)?.[1] ?? 'unknown';
  const reason = `${error.name}, SQLSTATE ${state}`;
  if (AWAY.test(state)) return new DatabaseOutage(reason, { cause: error });
  const told = NAMES_ONLY.test(state) ? `${reason}: ${firstLine(error.message)}` : reason;
  return new DatabaseDefect(told, { cause: error });
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? '';
}

/** The HTTP status of the answer that the SDK could not use, or 0 where there was none. */
function statusOf(error: Error): number {
  const metadata: unknown = '$metadata' in error ? error.$metadata : undefined;
  const response: unknown = '$response' in error ? error.$response : undefined;
  return numberAt(metadata, 'httpStatusCode') || numberAt(response, 'statusCode');
}

function numberAt(holder: unknown, key: string): number {
  if (typeof holder !== 'object' || holder === null) return 0;
  const value: unknown = Object.entries(holder).find(([name]) => name === key)?.[1];
  return typeof value === 'number' ? value : 0;
}
