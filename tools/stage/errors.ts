/** What an error of AWS means to the operator of a stage. */

import { errorMessage, errorName } from '../../lambda/aws/errors.ts';

export const NO_CREDENTIALS =
  'There are no AWS credentials: log in (aws sso login) or set AWS_PROFILE';
export const WRONG_CREDENTIALS =
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

/** Every error that a service answered has these. */
export function isFromAws(error: unknown): boolean {
  return typeof error === 'object' && error !== null && '$metadata' in error;
}
