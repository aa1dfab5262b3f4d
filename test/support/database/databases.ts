/**
 * The databases on which a suite runs: PGlite always, a real PostgreSQL where TEST_DATABASE_URL names one. Making an embedded
 * one takes seconds, so the first test of a run that asks for a content makes it, and each works on a copy. An empty one is
 * kept for the next runs.
 */

import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { createTar } from 'nanotar';

import { root } from '../../../lib/esbuild.ts';
import type { TestData } from '../../../lambda/deploy/set-up.ts';
import type { LocalDatabase } from '../../../local/local-database.ts';
import { openPglite } from '../../../local/pglite.ts';
import { openDatabase, openPreparedDatabase } from '../../../local/prepared-database.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { RUN_FOLDER_VARIABLE } from '../run/global-setup.ts';
import { until } from '../time/until.ts';

export interface TestDatabase {
  readonly name: string;
  /** A database of its own, gone again after `close()`. */
  readonly open: () => Promise<LocalDatabase>;
}

type Fill = (database: LocalDatabase) => Promise<unknown>;

const EMPTY = 'empty';

/** An empty database of this version of PGlite. */
const KEPT = path.join(
  root,
  'node_modules/.cache/pglite',
  packageJson.devDependencies['@electric-sql/pglite'],
);

/** The databases template1 and template0: two thirds of the files that a copy would have, and no test makes a database of them. */
const UNUSED = ['base/1', 'base/4'];

/** Any number that nobody else takes. */
const READER_LOCK = 7_265_164;

/** For `describe.each(databases())('on $name', ({ open }) => ...)`: empty ones. Roles of a server are shared by its databases. */
export function databases(): TestDatabase[] {
  return onEach(() => openCopyOf(EMPTY));
}

/** As `databases()`, but the embedded one has test data. */
export function preparedDatabases(testData?: TestData): TestDatabase[] {
  return onEach(async () => openCopiedDatabase(testData));
}

const USUAL: TestData = { startups: 120, withJobs: true };

/** An embedded database with test data. */
export async function openCopiedDatabase(testData = USUAL): Promise<LocalDatabase> {
  return openCopyOf(`${testData.startups}-${testData.withJobs}`, async (database) =>
    openPreparedDatabase({ open: async () => database, testData }),
  );
}

/** @param fill - what the original gets beyond an empty database; each content has its own `name`. */
export async function openCopyOf(name: string, fill?: Fill): Promise<LocalDatabase> {
  const original = await originalOf(name, fill);
  return openPglite(undefined, new Blob([await readFile(`${original}.tar`)])); // in half the time of a folder
}

/** The files of such a database, which nobody has opened. */
export async function copyTo(folder: string, name: string, fill?: Fill): Promise<void> {
  cpSync(await originalOf(name, fill), folder, { recursive: true });
}

async function originalOf(name: string, fill?: Fill): Promise<string> {
  const original = path.join(process.env[RUN_FOLDER_VARIABLE] ?? '', `database-${name}`);
  await makeOnce(original, name, fill);
  return original;
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
  const server = await openDatabase({ url });
  const session = await server.session();
  await session.query('SELECT pg_advisory_lock($1)', [String(READER_LOCK)]);
  return async () => {
    await session.release(); // and with it the lock
    await server.close();
  };
}

function onEach(openEmbedded: TestDatabase['open']): TestDatabase[] {
  const pglite = { name: 'PGlite', open: openEmbedded };
  const { TEST_DATABASE_URL: adminUrl } = process.env;
  if (adminUrl !== undefined) {
    return [pglite, { name: 'PostgreSQL', open: async () => openOnServer(adminUrl) }];
  }
  process.stderr.write('Skipped on a real PostgreSQL: TEST_DATABASE_URL is not set\n');
  return [pglite];
}

/** An empty one. */
async function openOnServer(adminUrl: string): Promise<LocalDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runAsAdmin(adminUrl, `CREATE DATABASE ${name}`);
  const url = new URL(adminUrl);
  url.pathname = name;
  const database = await openDatabase({ url: url.href });
  return closing(database, async () =>
    runAsAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  );
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

/** Jest's workers are processes: a folder that only one of them can make decides whose turn it is. */
async function makeOnce(folder: string, name: string, fill?: Fill): Promise<void> {
  const draft = `${folder}.draft`;
  if (existsSync(folder)) return;
  try {
    mkdirSync(draft);
  } catch {
    await until(() => existsSync(folder));
    return;
  }
  if (name !== EMPTY) await copyTo(draft, EMPTY);
  if (name === EMPTY && existsSync(KEPT)) {
    cpSync(KEPT, draft, { recursive: true });
  } else {
    const database = await openDatabase({ folder: draft });
    await fill?.(database);
    await database.close();
    for (const each of UNUSED) await emptyFolder(path.join(draft, each));
    if (name === EMPTY) await keep(draft);
  }
  await writeFile(`${folder}.tar`, archiveOf(draft));
  await rename(draft, folder);
}

function archiveOf(folder: string): Uint8Array {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return createTar(
    entries.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const name = path.relative(folder, file);
      return entry.isDirectory() ? { name: `${name}/` } : { name, data: readFileSync(file) };
    }),
  );
}

/** Whole or not at all. Another run may have been faster. */
async function keep(folder: string): Promise<void> {
  await mkdir(path.dirname(KEPT), { recursive: true });
  const copy = await mkdtemp(`${KEPT}-`);
  cpSync(folder, copy, { recursive: true });
  await rename(copy, KEPT).catch(async () => rm(copy, { recursive: true }));
}

async function emptyFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
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
