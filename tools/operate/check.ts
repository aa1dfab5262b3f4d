/** `operate check`: the views of a database beside the contract, and what the reader may do. It changes nothing. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import { toJsonSchema } from '@valibot/to-json-schema';

import { allDirectories } from '../../contract/directories.ts';
import type { Execute } from '../../lambda/aws/data-api.ts';
import { notReadyYet, retry, type Waiting } from '../../lambda/aws/retry.ts';
import { statementsOf } from '../../lambda/deploy/sql-files.ts';
import { CommandError } from '../command.ts';
import { loginTo } from './database.ts';
import type { StageDatabase } from './stage.ts';

export interface Finding {
  /** `ok`, `FAIL`, or `note`, which is neither good nor bad. */
  readonly result: string;
  /** A view, or the reader. */
  readonly subject: string;
  readonly detail: string;
}

/** Prints what was found. @param secretArn - of the user who asks; that the reader can log in is shown by logging in. @throws CommandError */
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
  const isReadable = found.every(({ result }) => result !== 'FAIL');
  return isReadable ? [...found, ...(await ask(ofRecords))] : found;
}
