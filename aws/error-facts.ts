/** What an error says, on one line. */

import { types } from 'node:util';

/** PostgreSQL puts details onto lines of their own. */
export function errorMessage(error: unknown): string {
  const message = types.isNativeError(error) ? error.message || errorName(error) : String(error);
  return message.replaceAll(/\s*\n\s*/gu, ' ');
}

/** AWS's name of the error, or the code of Node where the network failed. */
export function errorName(error: unknown): string {
  if (!types.isNativeError(error)) return '';
  if (error.name !== 'Error' && error.name !== 'AggregateError') return error.name;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
