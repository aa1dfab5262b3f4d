/** The store of last-good copies of a deployed function, as its environment variables say. */

import { S3Client } from '@aws-sdk/client-s3';

import { environment } from '../../contract/environment.ts';
import { type LastGood, lastGoodInS3 } from '../../aws/last-good.ts';
import { required } from './required.ts';

/** The copy has a hash of its own; a CRC32 in JavaScript on top of it would cost more than the read. */
export const storeClient = {
  maxAttempts: 1,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
} as const;

export function lastGoodFromEnvironment(): LastGood {
  return lastGoodInS3(new S3Client(storeClient), required(environment.lastGoodBucket));
}
