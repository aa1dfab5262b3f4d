/** What an error of AWS says: its name, and its message on one line. */

import { types } from 'node:util';

/** PostgreSQL puts details onto lines of their own. */
export function errorMessage(error: unknown): string {
  const message = types.isNativeError(error) ? error.message || errorName(error) : String(error);
  return message.replaceAll(/\s*\n\s*/gu, ' ');
}

/** The code of a network error, which the SDK calls a TimeoutError, or else the error's name. */
export function errorName(error: unknown): string {
  if (!types.isNativeError(error)) return 'Unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
