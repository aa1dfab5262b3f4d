/** Classifies errors of AWS by their names, because half of the transient ones have the HTTP status 400. */

import { types } from 'node:util';

/** Returns the message in one line. PostgreSQL puts details on further lines. */
export function errorMessage(error: unknown): string {
  const message = types.isNativeError(error) ? error.message || errorName(error) : String(error);
  return message.replaceAll(/\s*\n\s*/gu, ' ');
}

/** Returns the code of a network error, which the SDK calls a TimeoutError, or else the error's name. */
export function errorName(error: unknown): string {
  if (!types.isNativeError(error)) return 'Unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

export const RESUMING = 'DatabaseResumingException';

/** Errors that end without anyone acting. Those that a deployment waits for have a reason, which it logs. */
const TRANSIENT: ReadonlyMap<string, string | undefined> = new Map([
  [RESUMING, 'the paused database is waking up'],
  ['DatabaseUnavailableException', 'the writer instance is not available yet'],
  ['DatabaseNotFoundException', 'the cluster has no instance yet'],
  ['StatementTimeoutException', 'the database did not answer in time'],
  ['InternalServerErrorException', undefined],
  ['InvalidResourceStateException', undefined],
  ['RequestTimeout', undefined],
  ['RequestTimeoutException', undefined],
  ['SecretsErrorException', undefined], // the secret cannot be read at the moment
  ['ServiceUnavailableError', undefined],
  ['ServiceUnavailableException', undefined],
  ['SlowDown', undefined],
  ['ThrottledException', undefined],
  ['Throttling', undefined],
  ['ThrottlingException', undefined],
  ['TimeoutError', undefined],
  ['TooManyRequestsException', undefined],
  ['TransactionNotFoundException', undefined], // a time limit or a failover ended it
]);

export function isTransient(name: string): boolean {
  return TRANSIENT.has(name);
}

/** Returns the reason for a deployment to wait after this error, or `undefined` if waiting does not help. */
export function waitReason(name: string): string | undefined {
  if (name === 'HttpEndpointNotEnabledException') return 'the Data API is not enabled yet';
  return TRANSIENT.get(name);
}

/** Names of a refusal in Lambda, the Data API, Secrets Manager and S3, alone or at the beginning of a reason. */
export const ACCESS_DENIED = /^(?:KMS)?AccessDenied|^Forbidden/u;
