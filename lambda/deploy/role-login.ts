/**
 * Gives a role the password that its secret holds. What is sent is what PostgreSQL stores of a
 * password: enough to check it at a login, not enough to log in. So no statement holds the password, and no log.
 */

import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as v from 'valibot';

import { SetUpError } from './set-up.ts';

/** Passwords are of printable ASCII, for which SASLprep (RFC 4013) changes nothing; others it would have to normalise or forbid. */
const Password = v.pipe(v.string(), v.regex(/^[\x20-\x7e]+$/u));

const Credentials = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ username: v.string(), password: Password }),
);

/** PostgreSQL's own choices (`scram_iterations`, `SCRAM_DEFAULT_SALT_LEN`). */
const ITERATIONS = 4096;
const SALT_BYTES = 16;

const KEY_BYTES = 32;

/** The statement that lets a role log in with the password of its secret, which the statement does not hold. */
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
    `The secret ${secretArn} does not hold JSON with the username ${role} and a password of printable ASCII: name the secret of ${role}, and let Secrets Manager generate the password`,
  );
}

/** RFC 5802, section 3, in the format of `pg_authid.rolpassword`. */
export function scramVerifier(password: string, salt: Buffer = randomBytes(SALT_BYTES)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64');
  const serverKey = hmac(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
