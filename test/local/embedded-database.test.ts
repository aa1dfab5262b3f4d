import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { openEmbeddedDatabase } from '../../local/embedded-database.ts';
import { copyTo } from '../support/database/databases.ts';

jest.setTimeout(30_000);

const base = mkdtempSync(path.join(tmpdir(), 'embedded-database-'));
const folder = path.join(base, 'database');
const version = path.join(folder, 'PG_VERSION');
beforeAll(async () => {
  await copyTo(folder, 'empty');
  const database = await openEmbeddedDatabase(folder, false);
  await database.runScript('CREATE TABLE kept (n int)');
  await database.close();
});
afterAll(() => {
  rmSync(base, { recursive: true });
});

async function isKept(fresh: boolean): Promise<boolean> {
  const database = await openEmbeddedDatabase(folder, fresh);
  const session = await database.session();
  const { rows } = await session.query(`SELECT to_regclass('kept') IS NOT NULL`);
  await session.release();
  await database.close();
  return rows[0]?.[0] === 't';
}

test('what is there stays', async () => {
  expect(await isKept(false)).toBe(true);
});

test('a folder in use is neither opened nor deleted', async () => {
  writeFileSync(`${folder}.lock`, String(process.ppid));

  await expect(openEmbeddedDatabase(folder, true)).rejects.toMatchObject({
    name: 'FolderInUseError',
  });
  expect(existsSync(version)).toBe(true);
  rmSync(`${folder}.lock`);
});

test('a damaged database is named in one sentence with the way out, which works', async () => {
  writeFileSync(version, 'damaged\n');

  await expect(openEmbeddedDatabase(folder, false)).rejects.toThrow(
    /^The database in \S+ cannot be opened \(.+\): begin anew with --fresh$/,
  );
  expect(await isKept(true)).toBe(false);
});
