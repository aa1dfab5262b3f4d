/** What the functions are told by their environment variables. */

import { S3Client } from '@aws-sdk/client-s3';

import { type LastGood, lastGoodInS3 } from './aws/last-good.ts';
import { environment } from '../contract/names.ts';

/** The value of an environment variable. @throws where it is not set. */
export function required(name: string): string {
  const value = process.env[name]?.trim() ?? '';
  if (value === '') throw new Error(`The environment variable ${name} is not set`);
  return value;
}

/** The copy has a hash of its own; a CRC32 in JavaScript on top of it would cost more than the read. */
export const storeClient = {
  maxAttempts: 1,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
} as const;

export function lastGoodFromEnvironment(): LastGood {
  return lastGoodInS3(new S3Client(storeClient), required(environment.lastGoodBucket));
}
