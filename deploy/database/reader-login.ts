/** Gives the role `directory_reader` the password that its secret holds. */

import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as v from 'valibot';

import { SetUpError } from './errors.ts';
import { scramVerifier } from './scram.ts';

export const READER = 'directory_reader';

const Credentials = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ username: v.string(), password: v.string() }),
);

/** The statement that lets the reader log in with the password of its secret, which the statement does not hold. */
export async function readerLogin(
  secrets: SecretsManagerClient,
  secretArn: string,
  signal: AbortSignal,
): Promise<string> {
  const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId: secretArn }), {
    abortSignal: signal,
  });
  const { success, output } = v.safeParse(Credentials, SecretString);
  if (!success) {
    throw new SetUpError(
      `The secret ${secretArn} does not hold JSON with a username and a password: name the secret of ${READER}`,
    );
  }
  if (output.username !== READER) {
    throw new SetUpError(
      `The secret ${secretArn} belongs to the user ${output.username} and not to ${READER}: name the secret of ${READER}`,
    );
  }
  return loginStatement(scramVerifier(output.password));
}

export function loginStatement(verifier: string): string {
  return `alter role ${READER} login password '${verifier}'`;
}
