/** What an error of AWS means to the person who set the cluster, the secret or the permissions. */

import { errorMessage, errorName } from '../../aws/error-facts.ts';
import { SetUpError, StatementError } from './sql-files.ts';

export interface Named {
  readonly clusterArn: string;
  readonly databaseName: string;
}

/** One sentence for people, or `undefined` for an error that is not AWS's: a bug of ours. */
export function sentenceOf(error: unknown, named: Named): string | undefined {
  if (error instanceof SetUpError || error instanceof StatementError) return error.message;
  const message = errorMessage(error);
  const name = errorName(error);
  if (name === 'DatabaseErrorException') return databaseSentence(message, named);
  const meaning = meanings(named)[name];
  if (meaning !== undefined) return `${meaning} (${name}: ${message})`;
  return isFromAws(error) ? `AWS reports an error: ${name}: ${message}` : undefined;
}

/** Every error that a service answered has these. */
function isFromAws(error: unknown): boolean {
  return typeof error === 'object' && error !== null && '$metadata' in error;
}

/** SQLSTATEs of PostgreSQL's appendix A; the message without a code is the Data API's own. */
function databaseSentence(message: string, { databaseName, clusterArn }: Named): string {
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

function meanings({ clusterArn }: Named): Readonly<Record<string, string | undefined>> {
  const notAllowed =
    'AWS does not allow this: the caller needs rds-data:ExecuteStatement, BeginTransaction, CommitTransaction and RollbackTransaction on the cluster and secretsmanager:GetSecretValue on the secrets';
  const noCredentials =
    'AWS does not accept the credentials: log in again, or set AWS_PROFILE to a profile of the account';
  const notThere = `There is no cluster ${clusterArn} in this account: compare the ARN with the console's`;
  const wrongSecret =
    'The secret cannot be used: name one with a username and a password, in the region of the cluster';
  const passing = 'The cluster is not ready: try again in a minute';
  return {
    AccessDeniedException: notAllowed,
    ForbiddenException: notAllowed,
    CredentialsProviderError:
      'There are no AWS credentials: log in (aws sso login) or set AWS_PROFILE',
    ExpiredTokenException: noCredentials,
    ExpiredToken: noCredentials,
    InvalidSignatureException: noCredentials,
    UnrecognizedClientException: noCredentials,
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
