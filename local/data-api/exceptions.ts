/** The exceptions of the RDS Data API, as the model of `@aws-sdk/client-rds-data` and the botocore model give them. */

/** Name to HTTP status and what AWS means by it. `ThrottlingException` is not modelled, but every AWS API has it. */
export const exceptions = {
  AccessDeniedException: { status: 403, means: 'the caller may not do this' },
  BadRequestException: { status: 400, means: 'the call itself is wrong' },
  DatabaseErrorException: { status: 400, means: 'PostgreSQL reported an error' },
  DatabaseNotFoundException: { status: 404, means: 'the cluster has no instance' },
  DatabaseResumingException: { status: 400, means: 'the paused database is waking up' },
  DatabaseUnavailableException: { status: 504, means: 'the writer instance is away' },
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
