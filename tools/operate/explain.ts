/** What an error of AWS means to the operator of a stage. */

import { errorMessage, errorName } from '../../lambda/aws/errors.ts';
import { NotServing } from '../../lambda/aws/ask-refresh.ts';
import { SetUpError } from '../../lambda/deploy/sql-files.ts';

const GONE = 'does not exist, although the stack lists it: deploy the stage again';

/** By what begins with the error's name, in which the services do not agree; SQLSTATEs are PostgreSQL's (appendix A). */
const MEANINGS: readonly (readonly [error: RegExp, meaning: string])[] = [
  [
    /^(?:AccessDenied|Forbidden)/u,
    'AWS does not allow this: the policy in the output OperatorPolicyArn of the stage does',
  ],
  [
    /^(?:Credentials|Token)ProviderError/u,
    'There are no AWS credentials: log in (aws sso login) or set AWS_PROFILE',
  ],
  [
    /^(?:ExpiredToken|RequestExpired|InvalidAccessKey|InvalidClientToken|InvalidSignature|SignatureDoesNot|UnrecognizedClient)/u,
    'AWS does not accept the credentials: log in again (aws sso login), or set AWS_PROFILE',
  ],
  [
    /^ValidationError: .*does not exist/u,
    'The stage is not in this account and region: set AWS_PROFILE and AWS_REGION to where it is, or deploy it',
  ],
  [/Region is missing/u, 'Set AWS_REGION to the region of the stage, or AWS_PROFILE'],
  [/^NoSuchBucket/u, `The bucket of the last-good copies ${GONE}`],
  [/^NoSuchDistribution/u, `The distribution ${GONE}`],
  [/^ResourceNotFound/u, `A function or a secret ${GONE}, or correct the ARN`],
  [/^NotFoundException/u, 'There is no such cluster in this account: correct its ARN'],
  [/^(?:BadRequest|InvalidSecret|SecretsError)/u, 'The Data API refuses the ARNs: correct them'],
  [/^HttpEndpointNotEnabled/u, 'The cluster has no Data API: aws rds enable-http-endpoint'],
  [/^Database(?:NotFound|Resuming|Unavailable)|^InvalidResourceState/u, 'Run it again in a minute'],
  [/^(?:TooManyRequests|Throttling)/u, 'AWS is busy: run it again in a minute'],
  [
    /TimeoutError|AbortError|fetch failed|^(?:ECONNRESET|ECONNREFUSED|ENOTFOUND|EAI_AGAIN)/u,
    'AWS, or the local stage, cannot be reached: check the network, and the region',
  ],
  [/SQLState: 3D000/u, 'There is no such database in the cluster: name it with --database'],
  [
    /SQLState: 28\w{3}|password authentication failed/u,
    "The database does not accept user and password of the secret: operate -- apply sets the reader's",
  ],
  [/SQLState: 42501/u, 'The user of the secret may not do this: use the secret of the owner'],
  [/^DatabaseError/u, 'The database reports an error'],
];

/** One sentence for the operator, or `undefined` for a bug of ours. */
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
