import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { onSession } from '../../local/local-database.ts';
import { openEmbeddedDatabase } from '../../local/pglite.ts';
import { openEmbedded } from '../support/database/databases.ts';

const base = mkdtempSync(path.join(tmpdir(), 'open-database-'));
const folder = path.join(base, 'database');
afterAll(() => {
  rmSync(base, { recursive: true });
});

beforeAll(async () => {
  const database = await openEmbedded(folder);
  await database.runScript('CREATE TABLE kept ()');
  await database.close();
});

test('a folder that a living process holds is refused in one sentence with its pid', async () => {
  writeFileSync(`${folder}.lock`, String(process.ppid));

  await expect(openEmbeddedDatabase(folder, false)).rejects.toThrow(
    `The database folder ${folder} is in use by process ${process.ppid}. End that process, or name another folder with --folder DIR.`,
  );
  rmSync(`${folder}.lock`);
});

describe('the embedded database', () => {
  const version = path.join(folder, 'PG_VERSION');

  async function isKept(fresh: boolean): Promise<boolean> {
    const database = await openEmbeddedDatabase(folder, fresh);
    const { rows } = await onSession(database, async (session) =>
      session.query(`SELECT to_regclass('kept') IS NOT NULL`),
    );
    await database.close();
    return rows[0]?.[0] === 't';
  }

  test('a folder in use is neither opened nor deleted', async () => {
    writeFileSync(`${folder}.lock`, String(process.ppid));

    await expect(openEmbeddedDatabase(folder, true)).rejects.toThrow('is in use by');
    expect(existsSync(version)).toBe(true);
    rmSync(`${folder}.lock`);
  });

  test('a damaged database is named in one sentence with the way out', async () => {
    writeFileSync(version, 'damaged\n');

    await expect(openEmbeddedDatabase(folder, false)).rejects.toThrow(
      /^The database in \S+ cannot be opened \(.+\): start over with --fresh$/,
    );
  });

  // Making one from nothing takes seconds.
  if (process.env['CI'] !== 'true') {
    process.stderr.write('Skipped: a database made from nothing, which only CI makes\n');
    return;
  }

  test('which works', async () => {
    cpSync(folder, `${folder}.draft`, { recursive: true }); // of a start that was interrupted
    expect(await isKept(true)).toBe(false);
  });
});
