/** Turns an error from AWS or the database into a message for the operator. */

import { ACCESS_DENIED, errorMessage, errorName } from '../../lambda/aws/errors.ts';
import { NotServing } from '../../lambda/aws/request-refresh.ts';
import { SetUpError } from '../../lambda/deploy/set-up.ts';

/**
 * Explanations of errors. Some patterns match only the start of an error name, because AWS services give different suffixes to
 * names for the same problem, such as `AccessDenied` and `AccessDeniedException`. Appendix A of PostgreSQL's documentation
 * lists the SQLSTATEs.
 */
const MEANINGS: readonly (readonly [error: RegExp, meaning: string])[] = [
  [ACCESS_DENIED, "AWS denied access: assume the role from the stage's OperatorRoleArn output"],
  [
    /^(?:(?:Credentials|Token)ProviderError|ExpiredToken|RequestExpired|Invalid(?:AccessKey|ClientToken|Signature)|SignatureDoesNot|UnrecognizedClient)/u,
    'Your AWS credentials are missing or invalid: log in (aws sso login), or set AWS_PROFILE',
  ],
  [
    /^ValidationError: .*does not exist/u,
    'The stage does not exist in this account and region: set AWS_PROFILE and AWS_REGION, or deploy the stage',
  ],
  [/Region is missing/u, 'Set AWS_REGION, or set AWS_PROFILE to a profile that has a region'],
  [
    /^(?:NoSuch(?:Bucket|Distribution)|ResourceNotFound|NotFoundException|BadRequest|InvalidSecret)/u,
    'The resource does not exist in this account and region: correct the ARN, or deploy the stage again',
  ],
  [/^HttpEndpointNotEnabled/u, "Enable the cluster's Data API (aws rds enable-http-endpoint)"],
  [/^(?:Database(?:Resuming|Unavailable)|TooManyRequests|Throttling)/u, 'Try again in a minute'],
  [
    /TimeoutError|AbortError|fetch failed|^(?:ECONNRESET|ECONNREFUSED|ENOTFOUND|EAI_AGAIN)/u,
    'AWS or the local stage cannot be reached: check the network and the region, or start the local stage',
  ],
  [/SQLState: 3D000/u, 'The cluster has no database with this name: correct --database'],
  [
    /SQLState: 28\w{3}|password authentication failed/u,
    "The database rejected the user name and password in the secret. To set the reader's password, run: npm run operate -- apply",
  ],
  [
    /SQLState: 42501/u,
    "The database user in the secret is not allowed to do this: use the database owner's secret",
  ],
];

/** Returns a message for the operator, or `undefined` if the error is probably a bug in `npm run operate`. */
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
  return isFromAws ? `AWS returned an error: search for its name (${reported}).` : undefined;
}
