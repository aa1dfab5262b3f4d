/** The databases on which a suite runs: PGlite, and a real PostgreSQL if TEST_DATABASE_URL is set. */

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { type LocalDatabase, onSession } from '../../local/local-database.ts';
import { openPglite } from '../../local/pglite.ts';
import { openPostgres } from '../../local/postgres.ts';
import { EMPTY_DATABASE, RUN_FOLDER_VARIABLE } from './global-setup.ts';

export interface TestDatabase {
  readonly name: string;
  /** An empty database of its own, gone again after `close()`. */
  readonly open: () => Promise<LocalDatabase>;
}

/** Any unused number. */
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

/** Does work under a lock of the server, because its databases share the reader: two tests that create it would collide. */
export async function withReaderRole<T>(work: () => Promise<T>): Promise<T> {
  const giveBack = await takeReaderRole();
  try {
    return await work();
  } finally {
    await giveBack();
  }
}

/** Takes the lock for a whole suite, and returns the function that releases it. */
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

/** Creates an empty database, which its `close` drops. */
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
    // Not as a script, because that is a transaction, in which no database can be created.
    await onSession(admin, async (session) => session.query(sql));
  } finally {
    await admin.close();
  }
}
