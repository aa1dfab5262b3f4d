/** One HTTP call to one reply. The only place where an error becomes an answer. */

import { DatabaseAwayError, SqlError } from '../database/sql-error.ts';
import { BodyTooLargeError, type Call, type Reply } from '../endpoint/reply.ts';
import { GaveUpWaitingError } from '../turns.ts';
import { DataApiError } from './exceptions.ts';
import { REQUEST_BYTES } from './limits.ts';
import { type Operation, type OperationContext, operations } from './operations.ts';
import { exceptionReply, failure, success } from './replies.ts';

export interface DataApiReply extends Reply {
  /** Records returned. */
  readonly rows: number;
}

/** The operation by AWS's name, or `undefined` where the path is none. */
export function operationOf({ request }: Call): Operation | undefined {
  const path = request.url ?? '';
  return request.method === 'POST' && Object.hasOwn(operations, path)
    ? operations[path]
    : undefined;
}

export async function answerCall(call: Call, context: OperationContext): Promise<DataApiReply> {
  const operation = operationOf(call);
  if (operation === undefined) {
    return { ...exceptionReply('UnknownOperationException', 404, 'No such operation'), rows: 0 };
  }
  try {
    const headerBytes = call.request.rawHeaders.join('').length;
    const body = await call.body(REQUEST_BYTES - headerBytes);
    const { body: answer, rows } = await operation.answer(body.toString(), context);
    return { ...success(answer), rows };
  } catch (error) {
    return { ...failure(asDataApiError(error)), rows: 0 };
  }
}

function asDataApiError(error: unknown): DataApiError {
  if (error instanceof DataApiError) return error;
  if (error instanceof SqlError) return asSqlException(error);
  if (error instanceof BodyTooLargeError) {
    return new DataApiError('BadRequestException', error.message, error);
  }
  if (error instanceof DatabaseAwayError || error instanceof GaveUpWaitingError) {
    return new DataApiError('DatabaseUnavailableException', 'The database is away.', error);
  }
  throw error; // a bug of ours
}

/** Classes 08 and 57P are a server that closes the connection, not an error in the statement. */
function asSqlException(error: SqlError): DataApiError {
  if (/^(?:08|57P)/.test(error.sqlState)) {
    return new DataApiError('DatabaseUnavailableException', error.message, error);
  }
  const position = error.position === undefined ? '' : `\n  Position: ${error.position}`;
  return new DataApiError(
    'DatabaseErrorException',
    `ERROR: ${error.message}${position}; SQLState: ${error.sqlState}`,
    error,
  );
}
