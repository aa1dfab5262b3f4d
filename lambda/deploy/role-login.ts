/**
 * Builds the SQL statement that gives a role the password from its secret. Instead of the password, the statement contains only
 * the SCRAM verifier, which is what PostgreSQL stores. PostgreSQL can check a password with the verifier, but the verifier is
 * not enough to log in. So the password appears neither in the statement nor in a log that records the statement.
 */

import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as v from 'valibot';

import { SetUpError } from './set-up.ts';

/**
 * The password must be printable ASCII. Clients of PostgreSQL apply SASLprep (RFC 4013) to a password, but `scramVerifier` does
 * not. SASLprep leaves printable ASCII unchanged, but may normalise or forbid other characters.
 */
const Credentials = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ username: v.string(), password: v.pipe(v.string(), v.regex(/^[\x20-\x7e]+$/u)) }),
);

/** PostgreSQL's defaults (`scram_iterations`, `SCRAM_DEFAULT_SALT_LEN`). */
const ITERATIONS = 4096;
const SALT_BYTES = 16;

const KEY_BYTES = 32;

/** Returns the statement that lets a role log in with the password in its secret. */
export async function roleLogin(
  secrets: SecretsManagerClient,
  role: string,
  secretArn: string,
  signal: AbortSignal,
): Promise<string> {
  const command = new GetSecretValueCommand({ SecretId: secretArn });
  const { SecretString } = await secrets.send(command, { abortSignal: signal });
  const { success, output } = v.safeParse(Credentials, SecretString);
  if (success && output.username === role)
    return `alter role ${role} login password '${scramVerifier(output.password)}'`;
  throw new SetUpError(
    `The secret ${secretArn} does not contain JSON with the username ${role} and a password of printable ASCII: pass the ARN of the secret for ${role}, and let Secrets Manager generate its password`,
  );
}

/** Returns the verifier of a password (RFC 5802, section 3), in the format of `pg_authid.rolpassword`. */
export function scramVerifier(password: string, salt: Buffer = randomBytes(SALT_BYTES)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64');
  const serverKey = hmac(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
