/** What the functions are told by their environment variables. */

import { S3Client } from '@aws-sdk/client-s3';

import { environment } from '../contract/names.ts';
import type { Clock } from './aws/clock.ts';
import { type Copies, copiesInS3 } from './aws/copies.ts';

/** The value of an environment variable. @throws where it is not set. */
export function required(name: string): string {
  const value = process.env[name]?.trim() ?? '';
  if (value === '') throw new Error(`The environment variable ${name} is not set`);
  return value;
}

/** The copy has a hash of its own; a CRC32 in JavaScript on top of it would cost more than the read. */
export function copiesFromEnvironment(clock: Clock): Copies {
  const client = new S3Client({
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return copiesInS3(client, required(environment.lastGoodBucket), clock);
}
