/** What an error of AWS says: its name and its message on one line, and what it means to whom it stops. */

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

const NO_CREDENTIALS = 'There are no AWS credentials: log in (aws sso login) or set AWS_PROFILE';
const WRONG_CREDENTIALS =
  'AWS does not accept the credentials: log in again, or set AWS_PROFILE to a profile of the account';

/** For the operator of a stage: one sentence, or `undefined` for an error that is not AWS's: a bug of ours. @param permissions - that the command needs. */
export function stageErrorMessage(error: unknown, permissions: string): string | undefined {
  const message = errorMessage(error);
  if (message === 'Region is missing') {
    return 'The region is missing: set AWS_REGION to the one of the stage, or AWS_PROFILE to a profile that has it.';
  }
  const name = errorName(error);
  const meaning = stageMeanings(permissions)[name];
  const reported = `(${name}: ${message.replace(/\.$/u, '')})`;
  if (meaning !== undefined) return `${meaning} ${reported}.`;
  return isFromAws(error) ? `AWS reports an error; try again ${reported}.` : undefined;
}

/** Every error that a service answered has these. */
function isFromAws(error: unknown): boolean {
  return typeof error === 'object' && error !== null && '$metadata' in error;
}

/** The services do not agree on names: each error is listed as S3, CloudFormation and Lambda spell it. */
function stageMeanings(permissions: string): Readonly<Record<string, string | undefined>> {
  const notAllowed = `AWS does not allow this: the caller needs ${permissions}`;
  const expired = 'The AWS credentials have expired: log in again (aws sso login)';
  const gone = 'does not exist, although the stack lists it: deploy the stage again';
  const unreachable = 'AWS cannot be reached: check the network, and AWS_REGION';
  return {
    AccessDenied: notAllowed,
    AccessDeniedException: notAllowed,
    CredentialsProviderError: NO_CREDENTIALS,
    TokenProviderError: NO_CREDENTIALS,
    ExpiredToken: expired,
    ExpiredTokenException: expired,
    RequestExpired: expired,
    InvalidAccessKeyId: WRONG_CREDENTIALS,
    InvalidClientTokenId: WRONG_CREDENTIALS,
    InvalidSignatureException: WRONG_CREDENTIALS,
    SignatureDoesNotMatch: WRONG_CREDENTIALS,
    UnrecognizedClientException: WRONG_CREDENTIALS,
    NoSuchBucket: `The bucket of the last-good copies ${gone}`,
    NoSuchDistribution: `The distribution ${gone}`,
    NoSuchFunctionExists: `The function ${gone}`,
    TestFunctionFailed: 'CloudFront could not try the function: run it again',
    ResourceNotFoundException: `The function ${gone}`,
    PreconditionFailedException: 'The function was changed by somebody else just now: run it again',
    ResourceConflictException: 'The function is being changed by somebody else: run it again',
    ThrottlingException: 'AWS is throttling calls: run it again',
    TooManyRequestsException: 'AWS is throttling calls: run it again',
    TimeoutError: 'AWS does not answer: check the network, and run it again',
    ECONNRESET: 'The connection to AWS was reset: check the network, and run it again',
    ECONNREFUSED: unreachable,
    ENOTFOUND: unreachable,
  };
}

export interface NamedDatabase {
  readonly clusterArn: string;
  readonly databaseName: string;
}

/** For whoever named the cluster, the secret or the permissions: one sentence, or `undefined` for an error that is not AWS's: a bug of ours. */
export function databaseErrorMessage(error: unknown, named: NamedDatabase): string | undefined {
  const message = errorMessage(error);
  const name = errorName(error);
  if (name === 'DatabaseErrorException') return sqlErrorMessage(message, named);
  const meaning = databaseMeanings(named)[name];
  if (meaning !== undefined) return `${meaning} (${name}: ${message})`;
  return isFromAws(error) ? `AWS reports an error: ${name}: ${message}` : undefined;
}

/** SQLSTATEs of PostgreSQL's appendix A; the message without a code is the Data API's own. */
function sqlErrorMessage(message: string, { databaseName, clusterArn }: NamedDatabase): string {
  if (/SQLState: 3D000/u.test(message)) {
    return `There is no database "${databaseName}" in the cluster ${clusterArn}: name the one that the portal uses (${message})`;
  }
  if (/SQLState: 28\w{3}|password authentication failed/u.test(message)) {
    return `The database does not accept the user and the password of the secret: use the secret of a user who may log in, with its current password (${message})`;
  }
  if (/SQLState: 42501/u.test(message)) {
    return `The user of the secret may not do this in the database: use the secret of its owner (${message})`;
  }
  return `The database reports an error: ${message}`;
}

function databaseMeanings({
  clusterArn,
}: NamedDatabase): Readonly<Record<string, string | undefined>> {
  const notAllowed =
    'AWS does not allow this: the caller needs rds-data:ExecuteStatement, BeginTransaction, CommitTransaction and RollbackTransaction on the cluster and secretsmanager:GetSecretValue on the secrets';
  const notThere = `There is no cluster ${clusterArn} in this account: compare the ARN with the console's`;
  const wrongSecret =
    'The secret cannot be used: name one with a username and a password, in the region of the cluster';
  const passing = 'The cluster is not ready: try again in a minute';
  return {
    AccessDeniedException: notAllowed,
    ForbiddenException: notAllowed,
    CredentialsProviderError: NO_CREDENTIALS,
    ExpiredTokenException: WRONG_CREDENTIALS,
    ExpiredToken: WRONG_CREDENTIALS,
    InvalidSignatureException: WRONG_CREDENTIALS,
    UnrecognizedClientException: WRONG_CREDENTIALS,
    NotFoundException: notThere,
    BadRequestException: 'The Data API refuses the call: compare the ARNs with the console',
    DatabaseNotFoundException: 'The cluster has no instance: add a writer instance',
    DatabaseResumingException: passing,
    DatabaseUnavailableException: passing,
    InvalidResourceStateException: passing,
    HttpEndpointNotEnabledException:
      'The cluster has no Data API: enable it (aws rds enable-http-endpoint --resource-arn <cluster ARN>)',
    InvalidSecretException: wrongSecret,
    SecretsErrorException: wrongSecret,
    ResourceNotFoundException:
      'There is no such secret: compare its ARN with the console of Secrets Manager',
    StatementTimeoutException: 'A statement took longer than the 45 s that the Data API gives it',
    TimeoutError: 'AWS does not answer: check the network',
    ECONNRESET: 'The connection to AWS was reset: check the network, and try again',
    ENOTFOUND: 'AWS cannot be reached: check the network, and the region in the ARN',
    ECONNREFUSED: 'AWS cannot be reached: check the network',
  };
}
