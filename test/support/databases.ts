/** The databases on which a suite runs: PGlite always, a real PostgreSQL where TEST_DATABASE_URL names one. */

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import type { LocalDatabase } from '../../local/local-database.ts';
import { openPglite } from '../../local/pglite.ts';
import { openPostgres } from '../../local/postgres.ts';
import { EMPTY_DATABASE, RUN_FOLDER_VARIABLE } from './global-setup.ts';

export interface TestDatabase {
  readonly name: string;
  /** An empty database of its own, gone again after `close()`. */
  readonly open: () => Promise<LocalDatabase>;
}

/** Any number that nobody else takes. */
const READER_LOCK = 7_265_164;

/** For `describe.each(databases())('on $name', ({ open }) => ...)`. Roles of a server are shared by its databases. */
export function databases(): TestDatabase[] {
  const pglite = { name: 'PGlite', open: openEmbedded };
  const { TEST_DATABASE_URL: adminUrl } = process.env;
  if (adminUrl !== undefined) {
    return [pglite, { name: 'PostgreSQL', open: async () => openOnServer(adminUrl) }];
  }
  process.stderr.write('Skipped on a real PostgreSQL: TEST_DATABASE_URL is not set\n');
  return [pglite];
}

/** An empty embedded database, from the files of one: making one takes seconds. @param folder - where it is kept, if not in memory. */
export async function openEmbedded(folder?: string): Promise<LocalDatabase> {
  const archive = path.join(process.env[RUN_FOLDER_VARIABLE] ?? '', EMPTY_DATABASE);
  return openPglite(folder, new Blob([await readFile(archive)]));
}

/**
 * A server's roles are shared by all of its databases: two tests that make the reader at once would collide. Does the work
 * while no other test of this machine does work under the same lock on the server.
 */
export async function withReaderRole<T>(work: () => Promise<T>): Promise<T> {
  const giveBack = await takeReaderRole();
  try {
    return await work();
  } finally {
    await giveBack();
  }
}

/** For a suite of which every test is about the role: takes the lock, and returns what gives it back. */
export async function takeReaderRole(): Promise<() => Promise<void>> {
  const { TEST_DATABASE_URL: url } = process.env;
  if (url === undefined) return async () => undefined;
  const server = await openPostgres(url);
  const session = await server.session();
  await session.query('SELECT pg_advisory_lock($1)', [String(READER_LOCK)]);
  return async () => {
    await session.release(); // and with it the lock
    await server.close();
  };
}

/** An empty one. */
async function openOnServer(adminUrl: string): Promise<LocalDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runAsAdmin(adminUrl, `CREATE DATABASE ${name}`);
  const url = new URL(adminUrl);
  url.pathname = name;
  const database = await openPostgres(url.href);
  return closing(database, async () =>
    runAsAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  );
}

async function runAsAdmin(url: string, sql: string): Promise<void> {
  const admin = await openPostgres(url);
  try {
    const session = await admin.session();
    await session.query(sql); // not a script: that would be a transaction, in which no database can be made
    await session.release();
  } finally {
    await admin.close();
  }
}

function closing(database: LocalDatabase, after: () => Promise<void>): LocalDatabase {
  return {
    ...database,
    close: async () => {
      await database.close();
      await after();
    },
  };
}
