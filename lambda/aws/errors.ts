/**
 * Classifies errors from AWS by their names. The HTTP status is not enough, because both transient and permanent errors can
 * have the status 400.
 */

import { types } from 'node:util';

/** Returns the message of an error on one line. PostgreSQL's messages have details on further lines. */
export function errorMessage(error: unknown): string {
  const message = types.isNativeError(error) ? error.message || errorName(error) : String(error);
  return message.replaceAll(/\s*\n\s*/gu, ' ');
}

/**
 * Returns the code of an error, or its name if the code is missing or not a string. Returns `Unknown` if the value is not an
 * error. Network errors have a code, such as `ECONNRESET`. The code is more precise than the name, because the SDK renames some
 * network errors to `TimeoutError`.
 */
export function errorName(error: unknown): string {
  if (!types.isNativeError(error)) return 'Unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

export const RESUMING = 'DatabaseResumingException';

/**
 * Names of transient errors, which go away without anyone acting. If a name has an explanation here, deployments and the
 * commands `operate apply` and `operate check` log the explanation and retry.
 */
export const TRANSIENT: ReadonlyMap<string, string | undefined> = new Map([
  [RESUMING, 'the paused database is resuming'],
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
  ['TransactionNotFoundException', undefined], // a time limit or a failover ended the transaction
]);

/** Matches a string that starts with the name of an access error from Lambda, the Data API, Secrets Manager or S3. */
export const ACCESS_DENIED = /^(?:KMS)?AccessDenied|^Forbidden/u;

/** SQLSTATEs lock_not_available and deadlock_detected (PostgreSQL documentation, appendix A). */
const LOCKED = /SQLState: (?:55P03|40P01)/u;

/** Returns a reason to query the database again after this error, or `undefined` if there is no such reason. */
export function notReadyYet(error: unknown): string | undefined {
  if (!types.isNativeError(error)) return undefined;
  if (LOCKED.test(error.message)) return 'another transaction holds a lock on the tables or views';
  const name = errorName(error);
  if (name === 'HttpEndpointNotEnabledException') return 'the Data API is not enabled yet';
  return TRANSIENT.get(name) ?? notReadyYet(error.cause);
}

/** A failure that may go away without anyone acting. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
}

/**
 * Returns a reason to repeat a step of a deployment after this error, or `undefined` if there is no such reason. Denied access
 * is such a reason, because a role or a policy that is only seconds old may not have taken effect yet (IAM User Guide, "Changes
 * that I make are not always immediately visible").
 */
export function whyAgain(error: unknown): string | undefined {
  if (!types.isNativeError(error)) return undefined;
  if (error instanceof NotYet) return error.message;
  const name = errorName(error);
  if (!ACCESS_DENIED.test(name)) return notReadyYet(error) ?? whyAgain(error.cause);
  return `${name}: a permission that was granted a moment ago may not have taken effect yet`;
}
