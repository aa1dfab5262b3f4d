/** The exceptions of the RDS Data API, how they travel, and the faults that the endpoint can be given. */

import type { Fault, FaultTable } from '../endpoint/faults.ts';
import { jsonError } from '../endpoint/replies.ts';

/**
 * Name to HTTP status and what AWS means by it, as the model of `@aws-sdk/client-rds-data` and the botocore model give
 * them. `ThrottlingException` is not modelled, but every AWS API has it.
 */
export const exceptions = {
  AccessDeniedException: { status: 403, means: 'the caller may not do this' },
  BadRequestException: { status: 400, means: 'the call itself is wrong' },
  DatabaseErrorException: { status: 400, means: 'PostgreSQL reported an error' },
  DatabaseNotFoundException: { status: 404, means: 'the cluster has no instance' },
  DatabaseResumingException: { status: 400, means: 'the paused database is waking up' },
  DatabaseUnavailableException: { status: 504, means: 'the writer instance is unavailable' },
  ForbiddenException: { status: 403, means: 'the caller has too few privileges' },
  HttpEndpointNotEnabledException: { status: 400, means: 'the cluster has no Data API' },
  InternalServerErrorException: { status: 500, means: 'an error inside AWS' },
  InvalidResourceStateException: { status: 400, means: 'the cluster is in a wrong state' },
  InvalidSecretException: { status: 400, means: 'the secret is not valid' },
  NotFoundException: { status: 404, means: 'an ARN or id that does not exist' },
  SecretsErrorException: { status: 400, means: 'the secret cannot be fetched' },
  ServiceUnavailableError: { status: 503, means: 'the service is not available' },
  StatementTimeoutException: { status: 400, means: 'the statement took too long' },
  ThrottlingException: { status: 429, means: 'too many requests' },
  TransactionNotFoundException: { status: 404, means: 'the transaction has ended' },
  UnsupportedResultException: {
    status: 400,
    means: 'the result has a type that AWS cannot return',
  },
} as const;

export type ExceptionName = keyof typeof exceptions;

/** An error that the caller gets to see, under one of AWS's names. */
export class DataApiError extends Error {
  override readonly name: ExceptionName;

  constructor(name: ExceptionName, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = name;
  }
}

/** Short names for what happens often; every other exception has its own name. */
export const dataApiFaults: FaultTable = {
  up: { description: 'healthy', does: 'pass' },
  down: { description: 'every connection is reset', does: 'refuse' },
  resuming: throwing(
    'DatabaseResumingException',
    'The Aurora DB instance is resuming after being auto-paused. Please wait a few seconds and try again.',
  ),
  unavailable: throwing('DatabaseUnavailableException', 'The writer instance is not available.'),
  timeout: throwing('StatementTimeoutException', 'Request timed out'),
  hang: { description: 'never answers', does: 'hang' },
  slow: { description: 'answers, but only after some seconds (2 by default)', does: 'delay' },
  reset: { description: 'breaks the connection', does: 'reset' },
  throttled: throwing('ThrottlingException', 'Rate exceeded'),
  denied: throwing(
    'AccessDeniedException',
    'User is not authorized to perform: rds-data:ExecuteStatement',
  ),
  garbage: {
    description: 'answers 200 with a page of HTML',
    does: {
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html><title>It works!</title>\n',
    },
  },
  ...Object.fromEntries(
    Object.entries(exceptions).map(([name, exception]) => [
      name,
      failing(name, exception, 'A fault that was set.'),
    ]),
  ),
};

function throwing(name: ExceptionName, message: string): Fault {
  return failing(name, exceptions[name], message);
}

function failing(
  name: string,
  { status, means }: { status: number; means: string },
  message: string,
): Fault {
  return {
    description: `${status} ${name}: ${means}`,
    does: jsonError(name, status, message),
  };
}
