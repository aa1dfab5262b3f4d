/** `operate apply`: puts the views and the reader into a database, all of it or, on any error, nothing. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import { type Execute, rollbackTimeout } from '../../lambda/aws/data-api.ts';
import { notReadyYet, retry, type Waiting } from '../../lambda/aws/retry.ts';
import { READER } from '../../contract/names.ts';
import { loginStatement, roleLogin } from '../../lambda/deploy/role-login.ts';
import { limitLocks } from '../../lambda/deploy/set-up.ts';
import { applyFiles, directoryFiles, statementsOf } from '../../lambda/deploy/sql-files.ts';
import { UsageError } from '../command.ts';
import type { Consent } from './consent.ts';
import { loginTo } from './database.ts';
import type { StageDatabase } from './stage.ts';

/** Of `db/` only `directory/` is applied: the tables are the portal's. */
const FOLDER = path.join(import.meta.dirname, '../../db');

/** @throws SetUpError which names the file and the statement. */
export async function apply(
  database: StageDatabase,
  consent: Consent,
  waiting: Waiting,
): Promise<void> {
  const { clusterArn, databaseName, ownerSecretArn, readerSecretArn, secretsManager } = database;
  const owner = loginTo(database, ownerSecretArn);
  if (readerSecretArn === undefined) throw new UsageError('--cluster goes with --reader-secret.');
  const files = directoryFiles.join(', ');
  await consent(`${files} run in the database ${databaseName} of ${clusterArn}.`);

  const { signal } = new AbortController();
  // On this machine no secret has a value: the reader keeps its password, or has none.
  const login =
    secretsManager && (await roleLogin(secretsManager, READER, readerSecretArn, signal));
  const work = async (execute: Execute): Promise<void> => {
    await execute(limitLocks);
    await applyFiles(execute, FOLDER, directoryFiles);
    if (login !== undefined) await execute(login);
  };
  const ask = async () => owner.inTransaction(signal, work, rollbackTimeout);
  await retry(ask, notReadyYet, { waiting, signal, log: console.error });
  console.log(`Applied: ${files}`);
}

/** What `apply` runs, but for the verifier of the reader's password. */
export function applyScript(): string {
  const parts = directoryFiles.map((file) => {
    const statements = statementsOf(file, readFileSync(path.join(FOLDER, file), 'utf8'));
    return `-- ${file}\n\n${statements.join(';\n\n')}`;
  });
  const login = loginStatement(READER, '(made of the password in the secret)');
  return `${['begin', limitLocks, ...parts, login, 'commit'].join(';\n\n')};`;
}
