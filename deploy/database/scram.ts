/**
 * What PostgreSQL stores of a password: enough to check it at a login, not enough to log in. Sent in place of the
 * password, it keeps the password out of every statement and so out of every log.
 */

import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

import { SetUpError } from './errors.ts';

/** PostgreSQL's own choices (`scram_iterations`, `SCRAM_DEFAULT_SALT_LEN`). */
const ITERATIONS = 4096;
const SALT_BYTES = 16;

const KEY_BYTES = 32;

/** For these SASLprep (RFC 4013) changes nothing; others it would have to normalise or forbid. */
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/u;

/** RFC 5802, section 3, in the format of `pg_authid.rolpassword`. */
export function scramVerifier(password: string, salt: Buffer = randomBytes(SALT_BYTES)): string {
  if (!PRINTABLE_ASCII.test(password)) {
    throw new SetUpError(
      'The password of directory_reader is empty or has characters besides printable ASCII: let Secrets Manager generate one',
    );
  }
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64');
  const serverKey = hmac(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
