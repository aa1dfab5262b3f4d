/** `operate apply`: installs the views and the reader role in the portal's database. */

import path from 'node:path';

import { READER } from '../../contract/names.ts';
import { type Clock, retry } from '../../lambda/aws/clock.ts';
import { type Execute, rollbackTimeout } from '../../lambda/aws/data-api.ts';
import { notReadyYet } from '../../lambda/aws/errors.ts';
import { roleLogin } from '../../lambda/deploy/role-login.ts';
import { applyFiles, directoryFiles, limitLocks } from '../../lambda/deploy/set-up.ts';
import { type Consent, UsageError } from '../../local/command.ts';
import { loginTo, type StageDatabase } from './stage.ts';

/** Only `directory/` of this folder is applied: the tables are the portal's. */
const FOLDER = path.join(import.meta.dirname, '../../db');

/**
 * Creates the views and the reader in one transaction.
 *
 * @returns whether the operator agreed.
 * @throws SetUpError with the file and the statement.
 */
export async function apply(
  database: StageDatabase,
  consent: Consent,
  clock: Clock,
): Promise<boolean> {
  const { clusterArn, databaseName, ownerSecretArn, readerSecretArn, secretsManager } = database;
  const owner = loginTo(database, ownerSecretArn);
  if (readerSecretArn === undefined) throw new UsageError('--cluster requires --reader-secret.');
  const files = directoryFiles.join(', ');
  if (!(await consent(`${files} will run in the database ${databaseName} of ${clusterArn}.`)))
    return false;

  const { signal } = new AbortController();
  // The local stage has no secrets with values, so the reader's password does not change there.
  const login =
    secretsManager && (await roleLogin(secretsManager, READER, readerSecretArn, signal));
  const work = async (execute: Execute): Promise<void> => {
    await execute(limitLocks);
    await applyFiles(execute, FOLDER, directoryFiles);
    if (login !== undefined) await execute(login);
  };
  const ask = async () => owner.inTransaction(signal, work, rollbackTimeout);
  await retry(ask, notReadyYet, { clock, signal, log: console.error });
  console.log(`Applied: ${files}`);
  return true;
}
