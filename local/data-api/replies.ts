/** Answers in the rest-json protocol. */

import { randomUUID } from 'node:crypto';

import type { Reply } from '../endpoint/reply.ts';
import { type DataApiError, exceptions } from './exceptions.ts';

export function success(body: string): Reply {
  return { status: 200, headers: jsonHeaders(), body };
}

/** The SDK reads the exception's class from the header, its text from the body. */
export function failure({ name, message }: DataApiError): Reply {
  return exceptionReply(name, exceptions[name].status, message);
}

export function exceptionReply(name: string, status: number, message: string): Reply {
  return {
    status,
    headers: { ...jsonHeaders(), 'x-amzn-errortype': name },
    body: JSON.stringify({ message }),
  };
}

function jsonHeaders(): Record<string, string> {
  return { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID() };
}
