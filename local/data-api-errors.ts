/** The exceptions of the RDS Data API, and how the local one can be made to throw them. */

import type { Reply } from './http-server.ts';
import { commonFaults, type Fault, type FaultTable } from './stand-in.ts';

/** Exceptions by their names, with their HTTP status as in the API's model; `ThrottlingException` every AWS API has. */
const exceptions = {
  AccessDeniedException: 403,
  BadRequestException: 400,
  DatabaseErrorException: 400,
  DatabaseResumingException: 400,
  DatabaseUnavailableException: 504,
  NotFoundException: 404,
  SecretsErrorException: 400,
  StatementTimeoutException: 400,
  ThrottlingException: 429,
  TransactionNotFoundException: 404,
  UnknownOperationException: 404,
  UnsupportedResultException: 400,
} as const;

type ExceptionName = keyof typeof exceptions;

/** An error that the caller gets to see, under one of AWS's names. */
export class DataApiError extends Error {
  override readonly name: ExceptionName;

  constructor(name: ExceptionName, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = name;
  }
}

/** The ways in which the database can be made to fail. */
export const dataApiFaults: FaultTable = {
  ...commonFaults,
  resuming: throwing(
    'DatabaseResumingException',
    'The Aurora DB instance is resuming after being auto-paused. Please wait a few seconds and try again.',
  ),
  denied: throwing(
    'AccessDeniedException',
    'User is not authorized to perform: rds-data:ExecuteStatement',
  ),
  throttled: throwing('ThrottlingException', 'Rate exceeded'),
};

function throwing(name: ExceptionName, message: string): Fault {
  return { description: `throws ${name}`, does: errorReply(name, message) };
}

/** The SDK reads the exception's class from the header, its text from the body. */
export function errorReply(name: ExceptionName, message: string): Reply {
  const headers = { 'content-type': 'application/json', 'x-amzn-errortype': name };
  return { status: exceptions[name], headers, body: JSON.stringify({ message }) };
}
