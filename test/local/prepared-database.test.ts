import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { onSession } from '../../local/local-database.ts';
import { openEmbeddedDatabase } from '../../local/prepared-database.ts';
import { openEmbedded } from '../support/databases.ts';
import { describeInCi } from '../support/programs.ts';
import { newFolder } from '../support/run-folder.ts';

const base = newFolder('open-database');
const folder = path.join(base, 'database');

beforeAll(async () => {
  const database = await openEmbedded(folder);
  await database.runScript('CREATE TABLE kept ()');
  await database.close();
});

const version = path.join(folder, 'PG_VERSION');

test('a folder that another process uses is not opened, and --fresh does not delete it', async () => {
  writeFileSync(`${folder}.lock`, String(process.ppid));

  await expect(openEmbeddedDatabase(folder, true)).rejects.toThrow(
    `The database folder ${folder} is in use by process ${process.ppid}. End that process, or name another folder with --folder DIR.`,
  );
  expect(existsSync(version)).toBe(true);
  rmSync(`${folder}.lock`);
});

test('the error for a damaged database suggests --fresh', async () => {
  writeFileSync(version, 'damaged\n');

  await expect(openEmbeddedDatabase(folder, false)).rejects.toThrow(
    /^The database in \S+ cannot be opened \(.+\): start over with --fresh$/,
  );
});

describeInCi('the creation of a database from scratch')('a start with --fresh', () => {
  test('replaces the database, even if an interrupted start left an unfinished one', async () => {
    cpSync(folder, `${folder}.draft`, { recursive: true });
    const database = await openEmbeddedDatabase(folder, true);
    const { rows } = await onSession(database, async (session) =>
      session.query(`SELECT to_regclass('kept') IS NULL`),
    );
    await database.close();

    expect(rows).toEqual([['t']]);
  });
});
