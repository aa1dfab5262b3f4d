/** The databases on which a suite runs: PGlite always, a real PostgreSQL where TEST_DATABASE_URL names one. */

import { randomBytes } from 'node:crypto';

import type { LocalDatabase } from '../../local/database/local-database.ts';
import { openDatabase } from '../../local/database/open-database.ts';
import { openCopyOf } from './database-copies.ts';

export interface TestDatabase {
  readonly name: string;
  /** An empty database of its own, gone again after `close()`. */
  readonly open: () => Promise<LocalDatabase>;
}

/** For `describe.each(databases())('on $name', ({ open }) => ...)`. Roles of a server are shared by its databases. */
export function databases(): TestDatabase[] {
  const pglite = { name: 'PGlite', open: () => openCopyOf('empty') };
  const { TEST_DATABASE_URL: adminUrl } = process.env;
  if (adminUrl !== undefined) {
    return [pglite, { name: 'PostgreSQL', open: () => openFresh(adminUrl) }];
  }
  process.stderr.write('Skipped on a real PostgreSQL: TEST_DATABASE_URL is not set\n');
  return [pglite];
}

async function openFresh(adminUrl: string): Promise<LocalDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runAsAdmin(adminUrl, `CREATE DATABASE ${name}`);

  const url = new URL(adminUrl);
  url.pathname = name;
  const database = await openDatabase({ url: url.href });
  return {
    ...database,
    close: async () => {
      await database.close();
      await runAsAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

async function runAsAdmin(url: string, sql: string): Promise<void> {
  const admin = await openDatabase({ url });
  try {
    const session = await admin.session();
    await session.query(sql); // not a script: that would be a transaction, in which no database can be made
    await session.release();
  } finally {
    await admin.close();
  }
}
