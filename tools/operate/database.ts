/**
 * `operate apply` installs the views and the reader role in the portal's database. `operate check` compares the views with the
 * contract, and tests the reader's permissions.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import { allDirectories, type Directory } from '../../contract/directories.ts';
import { READER } from '../../contract/names.ts';
import { type Clock, retry } from '../../lambda/aws/clock.ts';
import { type Database, type Execute, rollbackTimeout } from '../../lambda/aws/data-api.ts';
import { notReadyYet } from '../../lambda/aws/errors.ts';
import { roleLogin } from '../../lambda/deploy/role-login.ts';
import * as setUp from '../../lambda/deploy/set-up.ts';
import { type BadValue, checkList, checkRecords } from '../../lambda/directory/check.ts';
import { failureOf } from '../../lambda/directory/failure.ts';
import { readRows } from '../../lambda/directory/read.ts';
import { CommandError, type Consent, UsageError } from '../../local/command.ts';
import { loginTo, type StageDatabase } from './stage.ts';

/** The folder of the SQL files. Only the files in `directory/` are applied, because the tables belong to the portal. */
const FOLDER = path.join(import.meta.dirname, '../../db');

/**
 * A signal that is never aborted, because the operator can press Ctrl-C. In `apply`, only rollbacks, retries and waiting for
 * locks have time limits.
 */
const { signal } = new AbortController();

/** Runs `work`, and retries it while the database is not ready or another transaction holds a lock that `work` needs. */
async function whenReady<T>(work: () => Promise<T>, clock: Clock): Promise<T> {
  return retry(work, notReadyYet, { clock, signal, log: console.error });
}

/**
 * Creates the views and the reader role in one transaction, and then checks the database. In a dry run, `consent` prints the
 * plan and returns false, so `apply` changes and checks nothing.
 *
 * @throws UsageError if the secret of the owner or of the reader is unknown, or if confirmation is required but there is no
 * terminal.
 * @throws SetUpError if the reader's secret is invalid, or if a statement in a file fails.
 * @throws CommandError if the operator does not confirm the plan, or if the check fails.
 */
export async function apply(database: StageDatabase, consent: Consent, clock: Clock) {
  const { clusterArn, databaseName, ownerSecretArn, readerSecretArn, secretsManager } = database;
  const owner = loginTo(database, ownerSecretArn);
  if (readerSecretArn === undefined) throw new UsageError('--cluster requires --reader-secret.');
  const files = setUp.directoryFiles.join(', ');
  const plan = `${files} will run in the database ${databaseName} of ${clusterArn}.`;
  if (!(await consent(plan))) return;

  // In the local stage, secrets have no values, so the reader's password does not change.
  const login =
    secretsManager && (await roleLogin(secretsManager, READER, readerSecretArn, signal));
  const work = async (execute: Execute): Promise<void> => {
    await execute(setUp.limitLocks);
    await setUp.applyFiles(execute, FOLDER, setUp.directoryFiles);
    if (login !== undefined) await execute(login);
  };
  await whenReady(async () => owner.inTransaction(signal, work, rollbackTimeout), clock);
  console.log(`Applied: ${files}`);
  await check(database, readerSecretArn, clock);
}

/**
 * A line that the check prints. `result` is `ok`, `FAIL` or `note`. A note may need attention, but is not an error. `subject` is
 * the name of the schema, of a view or of the reader role.
 */
export type Finding = Readonly<Record<'result' | 'subject' | 'detail', string>>;

/**
 * Checks the database, and prints the findings. Does not change the database.
 *
 * @param secretArn - the secret with the login that the check uses. If this is the reader's secret, the check also proves that
 * the reader can log in.
 * @throws UsageError if `secretArn` is undefined.
 * @throws CommandError if a finding is `FAIL`, or if the check returns no rows.
 */
export async function check(database: StageDatabase, secretArn: string | undefined, clock: Clock) {
  const login = loginTo(database, secretArn);
  const findings = await whenReady(async () => findingsIn(login), clock);
  const count = (wanted: string) => findings.filter(({ result }) => result === wanted).length;
  for (const { result, subject, detail } of findings) {
    console.log(`${result.padEnd(6)}${subject.padEnd(20)}${detail}`);
  }
  const sum = `failures: ${count('FAIL')}, notes: ${count('note')}`;
  if (count('FAIL') > 0)
    throw new CommandError(
      `The database does not match the contract (${sum}): correct what the FAIL lines show, then check again.`,
    );
  console.log(`The database matches the contract (${sum}).`);
}

const script = readFileSync(path.join(import.meta.dirname, 'check.sql'), 'utf8');
const [viewsStatement = '', readerStatement = ''] = setUp.statementsOf('check.sql', script);

/**
 * Returns the findings about the views, the lists and the reader.
 *
 * @throws an error if the database is unavailable or is not PostgreSQL
 */
export async function findingsIn(database: Database): Promise<readonly Finding[]> {
  const contract = JSON.stringify(
    allDirectories.map(({ name, record }) => ({ name, columns: Object.keys(record.entries) })),
  );
  const ask = async (statement: string): Promise<readonly Finding[]> => {
    const rows = await database.execute(signal)(statement, { contract });
    const texts = rows.map((row) => row.map(String));
    return texts.map(([result = '', subject = '', detail = '']) => ({ result, subject, detail }));
  };
  const ofViews = await ask(viewsStatement);
  const ofReader = await ask(readerStatement);
  if (ofReader.length === 0)
    throw new CommandError('The check returned no rows: use a PostgreSQL database.');
  const failed = ofViews.filter(({ result }) => result === 'FAIL').map(({ subject }) => subject);

  const ofLists: Finding[] = [];
  for (const directory of allDirectories) {
    if (failed.some((subject) => `directory.${directory.name}`.startsWith(subject))) continue;
    ofLists.push(...(await findingsInList(database, directory)));
  }
  return [...ofViews, ...ofLists, ...ofReader];
}

/** Reads a list, and checks it as the service does, but does not compare it with an earlier list. */
async function findingsInList(database: Database, directory: Directory) {
  const subject = `directory.${directory.name}`;
  const findings: Finding[] = [];
  try {
    const rows = await readRows(database, directory, signal);
    const parsed = rows.map((row): unknown => JSON.parse(row));
    const { records, leftOut, setToNull } = checkRecords(directory, parsed);
    const note = (bad: readonly BadValue[], effect: string): void => {
      for (const field of [...new Set(bad.map((each) => each.field))].toSorted()) {
        const ids = bad.filter((each) => each.field === field).map(({ id }) => id);
        const detail = `${effect} because ${field} is invalid: ${ids.length} (${ids.slice(0, 5).join(', ')})`;
        findings.push({ result: 'note', subject, detail });
      }
    };
    note(leftOut, 'records not published');
    note(setToNull, 'values published as null');
    checkList(directory, { records: records.length, leftOut }, undefined);
    const detail = `${records.length} of ${rows.length} records can be published`;
    return [{ result: 'ok', subject, detail }, ...findings];
  } catch (error) {
    const { kind, reason, stack } = failureOf(error);
    if (kind === 'outage' || stack !== undefined) throw error;
    return [{ result: 'FAIL', subject, detail: reason }, ...findings];
  }
}
