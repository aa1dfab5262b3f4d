/** `operate check` and `operate apply`: the views of a database beside the contract, what the reader may do, and how both are made. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { toJsonSchema } from '@valibot/to-json-schema';

import { allDirectories } from '../../contract/directories.ts';
import { READER } from '../../contract/names.ts';
import {
  type Database,
  dataApi,
  type Execute,
  rollbackTimeout,
} from '../../lambda/aws/data-api.ts';
import { notReadyYet, retry, type Waiting } from '../../lambda/aws/retry.ts';
import { loginStatement, roleLogin } from '../../lambda/deploy/role-login.ts';
import { limitLocks } from '../../lambda/deploy/set-up.ts';
import { applyFiles, directoryFiles, statementsOf } from '../../lambda/deploy/sql-files.ts';
import { CommandError, type Consent, UsageError } from '../command.ts';
import type { Stage, StageDatabase } from './stage.ts';

export interface DatabaseOptions {
  readonly cluster?: string;
  /** The secret of the user who asks. */
  readonly secret?: string;
  readonly readerSecret?: string;
  readonly database?: string;
}

/** The database of the stage, or the one that the options name. @throws UsageError, CommandError */
export async function databaseOf(
  { cluster, secret, readerSecret, database }: DatabaseOptions,
  findStage: () => Promise<Stage>,
): Promise<StageDatabase> {
  if (cluster === undefined) {
    const found = (await findStage()).database();
    const ownerSecretArn = secret ?? found.ownerSecretArn;
    return { ...found, ownerSecretArn, readerSecretArn: readerSecret ?? found.readerSecretArn };
  }
  const [, region] = /^arn:[^:]+:rds:([^:]+):[^:]+:cluster:./u.exec(cluster) ?? [];
  if (region === undefined) {
    throw new UsageError(
      `--cluster takes arn:aws:rds:<region>:<account>:cluster:<name>, not "${cluster}".`,
    );
  }
  return {
    clusterArn: cluster,
    databaseName: database ?? 'portal',
    ownerSecretArn: secret,
    readerSecretArn: readerSecret,
    rdsData: new RDSDataClient({ region }),
    secretsManager: new SecretsManagerClient({ region }),
  };
}

/** @throws UsageError where the secret is not known. */
export function loginTo(database: StageDatabase, secretArn: string | undefined): Database {
  const { rdsData, clusterArn, databaseName } = database;
  if (secretArn === undefined) {
    throw new UsageError('Nothing says whose secret to use: give its ARN with --secret.');
  }
  return dataApi(rdsData, { resourceArn: clusterArn, secretArn, database: databaseName });
}

export interface Finding {
  /** `ok`, `FAIL`, or `note`, which is neither good nor bad. */
  readonly result: string;
  /** A view, or the reader. */
  readonly subject: string;
  readonly detail: string;
}

/**
 * Prints what was found, and changes nothing.
 *
 * @param secretArn - of the user who asks. That the reader can log in is shown by logging in.
 * @throws CommandError where something is not as the service needs it.
 */
export async function check(
  database: StageDatabase,
  secretArn: string | undefined,
  asJson: boolean,
  waiting: Waiting,
): Promise<void> {
  const { signal } = new AbortController();
  const login = loginTo(database, secretArn);
  const ask = async () => findingsIn(login.execute(signal));
  const findings = await retry(ask, notReadyYet, { waiting, signal, log: console.error });
  const count = (wanted: string) => findings.filter(({ result }) => result === wanted).length;
  const failed = count('FAIL');
  const notes = count('note');
  if (asJson) console.log(JSON.stringify({ failed, notes, findings }, undefined, 2));
  for (const { result, subject, detail } of asJson ? [] : findings) {
    console.log(`${result.padEnd(6)}${subject.padEnd(20)}${detail}`);
  }
  const sum = `${failed} failed, ${notes} to note`;
  if (failed > 0) throw new CommandError(`The database is not as the service needs it: ${sum}.`);
  if (!asJson) console.log(`The database is as the service needs it: ${sum}.`);
}

const [ofViews = '', ofReader = '', ofRecords = ''] = statementsOf(
  'check.sql',
  readFileSync(path.join(import.meta.dirname, 'check.sql'), 'utf8'),
);

export async function findingsIn(execute: Execute): Promise<readonly Finding[]> {
  const ask = async (statement: string, parameters = {}): Promise<readonly Finding[]> => {
    const rows = await execute(statement, parameters);
    return rows.map((row) => {
      const [result = '', subject = '', detail = ''] = row.map(String);
      return { result, subject, detail };
    });
  };
  const lists = allDirectories.map(({ name, record }) => {
    const { properties } = toJsonSchema(record, {
      typeMode: 'output',
      ignoreActions: ['check', 'trim'],
    });
    return { name, properties };
  });
  const contract = JSON.stringify(lists);
  const found = [...(await ask(ofViews, { contract })), ...(await ask(ofReader, { contract }))];
  if (found.length === 0) {
    throw new CommandError(
      'The database answers nothing to the check: it is no PostgreSQL, or something else answers for it.',
    );
  }
  const isReadable = found.every(({ result }) => result !== 'FAIL');
  return isReadable ? [...found, ...(await ask(ofRecords))] : found;
}

/** Only `directory/` of this folder is applied: the tables are the portal's. */
const FOLDER = path.join(import.meta.dirname, '../../db');

/** Makes the views and the reader, all of it or, on any error, nothing. @throws SetUpError which names the file and the statement. */
export async function apply(
  database: StageDatabase,
  consent: Consent,
  waiting: Waiting,
): Promise<void> {
  const { clusterArn, databaseName, ownerSecretArn, readerSecretArn, secretsManager } = database;
  const owner = loginTo(database, ownerSecretArn);
  if (readerSecretArn === undefined) throw new UsageError('--cluster goes with --reader-secret.');
  const files = directoryFiles.join(', ');
  if (!(await consent(`${files} run in the database ${databaseName} of ${clusterArn}.`))) return;

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

/** The statements that `apply` runs, but for the verifier of the reader's password. */
export function applyScript(): string {
  const parts = directoryFiles.map((file) => {
    const statements = statementsOf(file, readFileSync(path.join(FOLDER, file), 'utf8'));
    return `-- ${file}\n\n${statements.join(';\n\n')}`;
  });
  const login = loginStatement(READER, '(made of the password in the secret)');
  return `${['begin', limitLocks, ...parts, login, 'commit'].join(';\n\n')};`;
}
