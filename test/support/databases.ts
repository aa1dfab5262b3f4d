/** The databases for a suite: PGlite, and also a real PostgreSQL server if TEST_DATABASE_URL is set. */

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import {
  type LocalDatabase,
  onSession,
  openPglite,
  openPostgres,
} from '../../local/local-database.ts';
import { EMPTY_DATABASE, runFolder } from './run-folder.ts';

export interface TestDatabase {
  readonly name: string;
  /** Opens a new, empty database. Closing the database deletes it. */
  readonly open: () => Promise<LocalDatabase>;
}

/** Key of the lock for the reader's role: an arbitrary number that no other lock uses. */
const READER_LOCK = 7_265_164;

/**
 * Returns the databases for `describe.each(databases())('on $name,', ({ open }) => ...)`. All databases on a server share its
 * roles, so tests that create the same role must not run at the same time.
 */
export function databases(): TestDatabase[] {
  const pglite = { name: 'PGlite', open: openEmbedded };
  const { TEST_DATABASE_URL: adminUrl } = process.env;
  if (adminUrl !== undefined) {
    return [pglite, { name: 'PostgreSQL', open: async () => openOnServer(adminUrl) }];
  }
  process.stderr.write('Skipped: database tests on PostgreSQL (TEST_DATABASE_URL is not set)\n');
  return [pglite];
}

/**
 * Opens an empty embedded database. It is loaded from saved files, because creating a database takes seconds.
 *
 * @param folder - folder of the database. Default: the database is in memory.
 */
export async function openEmbedded(folder?: string): Promise<LocalDatabase> {
  const archive = await readFile(path.join(runFolder(), EMPTY_DATABASE));
  return openPglite(folder, { loadDataDir: new Blob([archive]) });
}

/**
 * Runs `work` while holding the lock for the reader's role on the server. The server's databases share this role, so two tests
 * that create the role at the same time could fail. Without a server, there is no lock, because each PGlite has its own roles.
 */
export async function withReaderRole<T>(work: () => Promise<T>): Promise<T> {
  const giveBack = await takeReaderRole();
  try {
    return await work();
  } finally {
    await giveBack();
  }
}

/** Takes the lock for the reader's role, for example for a whole suite. Returns the function that releases the lock. */
export async function takeReaderRole(): Promise<() => Promise<void>> {
  const { TEST_DATABASE_URL: url } = process.env;
  if (url === undefined) return async () => undefined;
  const server = await openPostgres(url);
  const session = await server.session();
  await session.query('SELECT pg_advisory_lock($1)', [String(READER_LOCK)]);
  return async () => {
    await session.release(); // releases the lock
    await server.close();
  };
}

/** Creates an empty database. Closing the database drops it. */
async function openOnServer(adminUrl: string): Promise<LocalDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runAsAdmin(adminUrl, `CREATE DATABASE ${name}`);
  const url = new URL(adminUrl);
  url.pathname = name;
  const database = await openPostgres(url.href);
  const close = async (): Promise<void> => {
    await database.close();
    await runAsAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  return { ...database, close };
}

async function runAsAdmin(url: string, sql: string): Promise<void> {
  const admin = await openPostgres(url);
  try {
    // This does not use `runScript`, which runs in a transaction, because a transaction cannot create or drop a database.
    await onSession(admin, async (session) => session.query(sql));
  } finally {
    await admin.close();
  }
}
