/** `operate check`: compares the views with the contract, and tests the permissions of the reader. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import { allDirectories, type Directory } from '../../contract/directories.ts';
import { type Clock, retry } from '../../lambda/aws/clock.ts';
import type { Database } from '../../lambda/aws/data-api.ts';
import { notReadyYet } from '../../lambda/aws/errors.ts';
import { statementsOf } from '../../lambda/deploy/set-up.ts';
import { type BadValue, checkList, checkRecords } from '../../lambda/directory/check.ts';
import { failureOf } from '../../lambda/directory/failure.ts';
import { readRows } from '../../lambda/directory/read.ts';
import { CommandError } from '../../local/command.ts';
import { loginTo, type StageDatabase } from './stage.ts';

export interface Finding {
  /** `ok`, `FAIL`, or `note`, which is neither good nor bad. */
  readonly result: string;
  /** A view, or the reader. */
  readonly subject: string;
  readonly detail: string;
}

/**
 * Prints the findings. Does not change the database.
 *
 * @param secretArn - of the login for the check. With the reader's secret, the check also proves that the reader can log in.
 * @throws CommandError if something does not match the contract.
 */
export async function check(
  database: StageDatabase,
  secretArn: string | undefined,
  clock: Clock,
): Promise<void> {
  const { signal } = new AbortController();
  const login = loginTo(database, secretArn);
  const ask = async () => findingsIn(login, signal);
  const findings = await retry(ask, notReadyYet, { clock, signal, log: console.error });
  const count = (wanted: string) => findings.filter(({ result }) => result === wanted).length;
  for (const { result, subject, detail } of findings) {
    console.log(`${result.padEnd(6)}${subject.padEnd(20)}${detail}`);
  }
  const sum = `${count('FAIL')} failed, ${count('note')} to note`;
  if (count('FAIL') > 0)
    throw new CommandError(`The database does not match the contract: ${sum}.`);
  console.log(`The database matches the contract: ${sum}.`);
}

const [viewsStatement = '', readerStatement = ''] = statementsOf(
  'check.sql',
  readFileSync(path.join(import.meta.dirname, 'check.sql'), 'utf8'),
);

/** Returns the findings about the views, the lists and the reader. @throws an outage of the database */
export async function findingsIn(
  database: Database,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const contract = JSON.stringify(
    allDirectories.map(({ name, record }) => ({ name, columns: Object.keys(record.entries) })),
  );
  const ask = async (statement: string): Promise<readonly Finding[]> => {
    const rows = await database.execute(signal)(statement, { contract });
    return rows.map((row) => {
      const [result = '', subject = '', detail = ''] = row.map(String);
      return { result, subject, detail };
    });
  };
  const ofViews = await ask(viewsStatement);
  const ofReader = await ask(readerStatement);
  if (ofReader.length === 0) {
    throw new CommandError('The check returned no rows. Is this PostgreSQL?');
  }
  const failed = ofViews.filter(({ result }) => result === 'FAIL').map(({ subject }) => subject);

  const ofLists: Finding[] = [];
  for (const directory of allDirectories) {
    if (failed.some((subject) => `directory.${directory.name}`.startsWith(subject))) continue;
    ofLists.push(...(await findingsInList(database, directory, signal)));
  }
  return [...ofViews, ...ofLists, ...ofReader];
}

/** Reads a list and checks its records like the service. */
async function findingsInList(
  database: Database,
  directory: Directory,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const subject = `directory.${directory.name}`;
  const findings: Finding[] = [];
  try {
    const rows = await readRows(database, directory, signal);
    const { records, leftOut, setToNull } = checkRecords(
      directory,
      rows.map((row): unknown => JSON.parse(row)),
    );
    const note = (bad: readonly BadValue[], effect: string): void => {
      for (const field of [...new Set(bad.map((each) => each.field))].toSorted()) {
        const ids = bad.filter((each) => each.field === field).map(({ id }) => id);
        const detail = `${field} is invalid, so ${effect}: ${ids.length} (${ids.slice(0, 5).join(', ')})`;
        findings.push({ result: 'note', subject, detail });
      }
    };
    note(leftOut, 'the record is not published');
    note(setToNull, 'it is published as null');
    checkList(directory, { records: records.length, leftOut }, undefined);
    const detail = `${records.length} of ${rows.length} records can be published`;
    return [{ result: 'ok', subject, detail }, ...findings];
  } catch (error) {
    const { kind, reason, stack } = failureOf(error);
    if (kind === 'outage' || stack !== undefined) throw error;
    return [{ result: 'FAIL', subject, detail: reason }, ...findings];
  }
}
