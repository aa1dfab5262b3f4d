/** What an error of a database means to whoever named its cluster, its secret or the permissions. */

import { errorMessage, errorName } from '../../lambda/aws/errors.ts';
import { isFromAws, NO_CREDENTIALS, WRONG_CREDENTIALS } from '../stage/errors.ts';

const NOT_ALLOWED =
  'AWS does not allow this: the caller needs rds-data:ExecuteStatement, BeginTransaction, CommitTransaction and RollbackTransaction on the cluster and secretsmanager:GetSecretValue on the secrets';
const NO_CLUSTER = 'There is no such cluster in this account: compare its ARN with the console';
const WRONG_SECRET =
  'The secret cannot be used: name one with a username and a password, in the region of the cluster';
const NOT_READY = 'The cluster is not ready: try again in a minute';
const UNREACHABLE = 'AWS cannot be reached: check the network, and the region in the ARN';

/** What to do about an error of the Data API or of Secrets Manager, by its name. */
const DATABASE_ERRORS: ReadonlyMap<string, string> = new Map([
  ['AccessDeniedException', NOT_ALLOWED],
  ['ForbiddenException', NOT_ALLOWED],
  ['CredentialsProviderError', NO_CREDENTIALS],
  ['ExpiredTokenException', WRONG_CREDENTIALS],
  ['UnrecognizedClientException', WRONG_CREDENTIALS],
  ['NotFoundException', NO_CLUSTER],
  ['BadRequestException', 'The Data API refuses the call: compare the ARNs with the console'],
  ['DatabaseNotFoundException', 'The cluster has no instance: add a writer instance'],
  ['DatabaseResumingException', NOT_READY],
  ['DatabaseUnavailableException', NOT_READY],
  ['InvalidResourceStateException', NOT_READY],
  [
    'HttpEndpointNotEnabledException',
    'The cluster has no Data API: enable it (aws rds enable-http-endpoint --resource-arn <cluster ARN>)',
  ],
  ['InvalidSecretException', WRONG_SECRET],
  ['SecretsErrorException', WRONG_SECRET],
  ['ResourceNotFoundException', 'There is no such secret: compare its ARN with the console'],
  ['StatementTimeoutException', 'A statement took longer than the 45 s of the Data API'],
  ['ECONNRESET', UNREACHABLE],
  ['ENOTFOUND', UNREACHABLE],
  ['ECONNREFUSED', UNREACHABLE],
]);

/** What to do about an error of PostgreSQL, by its SQLSTATE (PostgreSQL documentation, appendix A). */
const SQL_ERRORS: readonly (readonly [RegExp, string])[] = [
  [/SQLState: 3D000/u, 'There is no such database in the cluster: name the one of the portal'],
  [
    /SQLState: 28\w{3}|password authentication failed/u,
    'The database does not accept the user and the password of the secret: use the secret of a user who may log in, with its current password',
  ],
  [
    /SQLState: 42501/u,
    'The user of the secret may not do this in the database: use the secret of its owner',
  ],
];

/** For whoever named the cluster, the secret or the permissions: one sentence, or `undefined` for a bug of ours. */
export function databaseErrorMessage(error: unknown): string | undefined {
  const name = errorName(error);
  const reported = `(${name}: ${errorMessage(error)})`;
  if (name === 'DatabaseErrorException') {
    const known = SQL_ERRORS.find(([state]) => state.test(reported));
    return `${known?.[1] ?? 'The database reports an error'} ${reported}`;
  }
  const meaning = DATABASE_ERRORS.get(name);
  if (meaning !== undefined) return `${meaning} ${reported}`;
  return isFromAws(error) ? `AWS reports an error ${reported}` : undefined;
}
