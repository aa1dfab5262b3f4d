/** What an error of AWS means to the operator of a stage. */

import { errorMessage, errorName } from '../../lambda/aws/errors.ts';
import { NotServing } from '../../lambda/aws/refresh.ts';
import { SetUpError } from '../../lambda/deploy/sql-files.ts';

const NO_CREDENTIALS = 'There are no AWS credentials: log in (aws sso login) or set AWS_PROFILE';
const WRONG_CREDENTIALS =
  'AWS does not accept the credentials: log in again (aws sso login), or set AWS_PROFILE to a profile of the account';
const GONE = 'does not exist, although the stack lists it: deploy the stage again';
const UNREACHABLE = 'AWS, or the local stage, cannot be reached: check the network, and the region';
const AGAIN = 'AWS is busy: run it again in a minute';
const CLUSTER_NOT_READY = 'The cluster is not ready: run it again in a minute';
const WRONG_SECRET =
  'The secret cannot be used: name one with a username and a password, in the region of the cluster';

/** The services do not agree on names: each error is listed as each of them spells it. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['CredentialsProviderError', NO_CREDENTIALS],
  ['TokenProviderError', NO_CREDENTIALS],
  ['ExpiredToken', WRONG_CREDENTIALS],
  ['ExpiredTokenException', WRONG_CREDENTIALS],
  ['RequestExpired', WRONG_CREDENTIALS],
  ['InvalidAccessKeyId', WRONG_CREDENTIALS],
  ['InvalidClientTokenId', WRONG_CREDENTIALS],
  ['InvalidSignatureException', WRONG_CREDENTIALS],
  ['SignatureDoesNotMatch', WRONG_CREDENTIALS],
  ['UnrecognizedClientException', WRONG_CREDENTIALS],
  ['NoSuchBucket', `The bucket of the last-good copies ${GONE}`],
  ['NoSuchDistribution', `The distribution ${GONE}`],
  ['ResourceNotFoundException', `A function or a secret ${GONE}, or correct the ARN`],
  ['TooManyRequestsException', AGAIN],
  ['ThrottlingException', AGAIN],
  ['TimeoutError', 'AWS does not answer: check the network, and run it again'],
  ['ECONNRESET', UNREACHABLE],
  ['ECONNREFUSED', UNREACHABLE],
  ['ENOTFOUND', UNREACHABLE],
  ['NotFoundException', 'There is no such cluster in this account: correct its ARN'],
  ['BadRequestException', 'The Data API refuses the call: correct the ARNs'],
  ['DatabaseNotFoundException', 'The cluster has no instance: add a writer instance'],
  ['DatabaseResumingException', CLUSTER_NOT_READY],
  ['DatabaseUnavailableException', CLUSTER_NOT_READY],
  ['InvalidResourceStateException', CLUSTER_NOT_READY],
  [
    'HttpEndpointNotEnabledException',
    'The cluster has no Data API: enable it (aws rds enable-http-endpoint --resource-arn <cluster ARN>)',
  ],
  ['InvalidSecretException', WRONG_SECRET],
  ['SecretsErrorException', WRONG_SECRET],
  ['StatementTimeoutException', 'A statement took longer than the 45 s of the Data API'],
]);

/** What to do about an error of PostgreSQL, by its SQLSTATE (PostgreSQL documentation, appendix A). */
const SQL_MEANINGS: readonly (readonly [state: RegExp, meaning: string])[] = [
  [/SQLState: 3D000/u, 'There is no such database in the cluster: name it with --database'],
  [
    /SQLState: 28\w{3}|password authentication failed/u,
    'The database does not accept user and password of the secret: correct the secret',
  ],
  [
    /SQLState: 42501/u,
    'The user of the secret may not do this in the database: use the secret of its owner',
  ],
];

/** One sentence for the operator, or `undefined` for a bug of ours. @param permissions - that the command needs. */
export function explain(error: unknown, permissions: string): string | undefined {
  const message = errorMessage(error);
  if (error instanceof SetUpError) return `${message}.`;
  if (error instanceof NotServing) {
    return `The list cannot be refreshed: ${message}. Look at the function's log (docs/runbook.md, "The service answers with errors").`;
  }
  if (message === 'Region is missing') {
    return 'The region is missing: set AWS_REGION to the one of the stage, or AWS_PROFILE to a profile that has it.';
  }
  const name = errorName(error);
  const isFromAws = typeof error === 'object' && error !== null && '$metadata' in error;
  const meaning =
    meaningOf(name, message, permissions) ?? (isFromAws ? 'AWS reports an error' : undefined);
  if (meaning === undefined) return undefined;
  return `${meaning} (${name}: ${message.replace(/\.$/u, '')}).`;
}

function meaningOf(name: string, message: string, permissions: string): string | undefined {
  if (/^(?:AccessDenied|Forbidden)(?:Exception)?$/u.test(name)) {
    return `AWS does not allow this: the caller needs ${permissions}`;
  }
  if (name === 'DatabaseErrorException') {
    const known = SQL_MEANINGS.find(([state]) => state.test(message));
    return known?.[1] ?? 'The database reports an error';
  }
  return MEANINGS.get(name);
}

/** Whether the Data API could not log in with the secret. */
export function isRefusedLogin(error: unknown): boolean {
  return /SQLState: 28\w{3}|password authentication failed/u.test(errorMessage(error));
}
