/** The exceptions of the RDS Data API, and how the local one can be made to throw them. */

import type { Reply } from './http-server.ts';
import { commonFaults, type FaultTable } from './stand-in.ts';

/** HTTP statuses of exceptions, as in the API's model; every other one is a 400. */
const statuses = new Map([
  ['AccessDeniedException', 403],
  ['DatabaseUnavailableException', 504],
  ['NotFoundException', 404],
  ['ThrottlingException', 429],
  ['TransactionNotFoundException', 404],
]);

/** An error that the caller gets to see; its name is one of AWS's. */
export class DataApiError extends Error {
  override readonly name: string;

  constructor(name: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = name;
  }
}

/** The SDK reads the exception's class from the header, its text from the body. */
export function errorReply(name: string, message: string): Reply {
  const headers = { 'content-type': 'application/json', 'x-amzn-errortype': name };
  return { status: statuses.get(name) ?? 400, headers, body: JSON.stringify({ message }) };
}

function throwing(name: string) {
  return { description: `throws ${name}`, does: errorReply(name, 'A fault that was set.') };
}

/** The ways in which the database can be made to fail. */
export const dataApiFaults: FaultTable = {
  ...commonFaults,
  resuming: throwing('DatabaseResumingException'),
  denied: throwing('AccessDeniedException'),
  throttled: throwing('ThrottlingException'),
};
