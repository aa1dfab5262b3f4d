/** `npm run db -- apply`: puts the views of this checkout and the reader into a portal's database. */

import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

import { rollbackTimeout, type Database, type Execute } from '../../aws/data-api.ts';
import { loginStatement, READER, readerLogin } from '../../deploy/database/reader-login.ts';
import { applyFiles, directoryFiles, readSqlFiles } from '../../deploy/database/sql-files.ts';
import { splitStatements } from '../../deploy/database/statements.ts';
import { awake, type RetryOptions } from '../../aws/retry.ts';

export interface ApplyOptions {
  readonly database: Database;
  readonly secrets: SecretsManagerClient;
  readonly readerSecretArn: string;
  /** The folder `db/`. Of it only `directory/` is applied: the tables are the portal's. */
  readonly folder: string;
  readonly retryOptions: RetryOptions;
}

/** All of it or, on any error, nothing. */
export async function apply(options: ApplyOptions): Promise<void> {
  const { database, secrets, readerSecretArn, folder, retryOptions } = options;
  const login = await readerLogin(secrets, readerSecretArn, retryOptions.signal);
  const files = readSqlFiles(folder, directoryFiles);
  await awake(database.execute(retryOptions.signal), retryOptions);
  const work = async (execute: Execute): Promise<void> => {
    await applyFiles(execute, files, retryOptions.log);
    await execute(login);
    retryOptions.log(`${READER}: logs in with the password of its secret`);
  };
  await database.inTransaction(retryOptions.signal, work, rollbackTimeout);
  retryOptions.log('Committed.');
}

/** What `apply` would run, as a script. The verifier of the password is the one thing that it leaves out. */
export function dryRun(folder: string): string {
  const parts = readSqlFiles(folder, directoryFiles).map(({ name, text }) =>
    [`-- ${name}`, splitStatements(text).join(';\n\n')].join('\n\n'),
  );
  const login = loginStatement('(made of the password in the secret)');
  return ['begin', ...parts, `-- the reader's password\n\n${login}`, 'commit;'].join(';\n\n');
}
