/** Turns an error from AWS or the database into one sentence for the operator. */

import { ACCESS_DENIED, errorMessage, errorName } from '../../lambda/aws/errors.ts';
import { NotServing } from '../../lambda/aws/request-refresh.ts';
import { SetUpError } from '../../lambda/deploy/set-up.ts';

/**
 * Explanations of errors. The patterns match the start of a name, because services end the names differently. SQLSTATEs are
 * listed in PostgreSQL's documentation, appendix A.
 */
const MEANINGS: readonly (readonly [error: RegExp, meaning: string])[] = [
  [ACCESS_DENIED, 'AWS denied access. Assume the role in the output OperatorRoleArn of the stage'],
  [
    /^(?:(?:Credentials|Token)ProviderError|ExpiredToken|RequestExpired|Invalid(?:AccessKey|ClientToken|Signature)|SignatureDoesNot|UnrecognizedClient)/u,
    'Your AWS credentials are missing or invalid: log in (aws sso login), or set AWS_PROFILE',
  ],
  [
    /^ValidationError: .*does not exist/u,
    'The stage is not in this account and region: set AWS_PROFILE and AWS_REGION, or deploy it',
  ],
  [/Region is missing/u, 'Set AWS_REGION to the region of the stage, or AWS_PROFILE'],
  [
    /^(?:NoSuch(?:Bucket|Distribution)|ResourceNotFound|NotFoundException|BadRequest|InvalidSecret)/u,
    'This does not exist in the account and region: correct the ARN, or deploy the stage again',
  ],
  [/^HttpEndpointNotEnabled/u, 'The cluster has no Data API: aws rds enable-http-endpoint'],
  [/^(?:Database(?:Resuming|Unavailable)|TooManyRequests|Throttling)/u, 'Run it again in a minute'],
  [
    /TimeoutError|AbortError|fetch failed|^(?:ECONNRESET|ECONNREFUSED|ENOTFOUND|EAI_AGAIN)/u,
    'AWS, or the local stage, cannot be reached: check the network, and the region',
  ],
  [/SQLState: 3D000/u, 'The cluster has no database with this name: pass its name with --database'],
  [
    /SQLState: 28\w{3}|password authentication failed/u,
    "The database rejects the user and the password in the secret: operate -- apply sets the reader's password",
  ],
  [
    /SQLState: 42501/u,
    'The database user in the secret may not do this: use the secret of the owner',
  ],
];

/** Returns one sentence for the operator, or `undefined` for a bug. */
export function explain(error: unknown): string | undefined {
  const message = errorMessage(error);
  if (error instanceof SetUpError) return `${message}.`;
  if (error instanceof NotServing) {
    return `The list cannot be refreshed: ${message}. Look at the function's log (docs/runbook.md, "The service answers with errors").`;
  }
  const reported = `${errorName(error)}: ${message.replace(/\.$/u, '')}`;
  const [, meaning] = MEANINGS.find(([known]) => known.test(reported)) ?? [];
  if (meaning !== undefined) return `${meaning} (${reported}).`;
  const isFromAws = typeof error === 'object' && error !== null && '$metadata' in error;
  return isFromAws ? `AWS reports an error (${reported}).` : undefined;
}
