/** Reads the environment variables of the functions. */

import { S3Client } from '@aws-sdk/client-s3';

import { environment } from '../contract/names.ts';
import { systemClock } from './aws/clock.ts';
import { type Copies, copiesInS3 } from './aws/copies.ts';

/** Returns the value of an environment variable. @throws Error if it is not set or is blank. */
export function required(name: string): string {
  const value = process.env[name]?.trim() ?? '';
  if (value === '') throw new Error(`The environment variable ${name} is not set`);
  return value;
}

/**
 * Returns the store of copies. Its SDK client computes a CRC32 only if S3 requires one. Computing a CRC32 takes longer than
 * reading the copy from S3, and it is not needed, because each copy already has a SHA-256.
 */
export function copiesFromEnvironment(): Copies {
  const client = new S3Client({
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return copiesInS3(client, required(environment.lastGoodBucket), systemClock);
}
