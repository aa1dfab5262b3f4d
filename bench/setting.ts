/** What is measured: the service over a PostgreSQL server of its own, and lists of any length in its database. */

import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { root } from '../bundling/esbuild.ts';
import type { Bundle } from '../lib/bundle.ts';
import type { LocalDatabase, Session } from '../local/database/local-database.ts';
import { openDatabase } from '../local/database/open-database.ts';
import { type Service, startService } from '../local/service.ts';
import { bundleLocal } from '../local/site.ts';
import { childrenOf } from './machine.ts';
import type { Prose } from './prose.ts';

/** What was started, each with how it is ended: the last one first, and only once. */
export class Started {
  readonly #ends: (() => Promise<unknown>)[] = [];
  #ending: Promise<void> = Promise.resolve();

  add(end: () => Promise<unknown>): void {
    this.#ends.push(end);
  }

  /** Ctrl-C and the failure that it causes may both ask for it: one waits for the other. */
  async end(): Promise<void> {
    this.#ending = this.#ending.then(async () => this.#endAll());
    return this.#ending;
  }

  async #endAll(): Promise<void> {
    for (let end = this.#ends.pop(); end !== undefined; end = this.#ends.pop()) {
      await end().catch(() => undefined); // the others are ended nevertheless
    }
  }
}

export interface Setting {
  readonly started: Started;
  readonly folder: string;
  readonly service: Service;
  readonly bundles: readonly Bundle[];
  /** Of the service. */
  readonly database: TimedDatabase;
  readonly postgres: Postgres;
}

export interface TimedDatabase {
  readonly database: LocalDatabase;
  /** How long each statement of a page took, in milliseconds. */
  readonly pageMs: number[];
}

interface Postgres {
  readonly version: string;
  readonly readerUrl: string;
  /** From now on it answers nobody, and breaks no connection. */
  freeze(): Promise<void>;
  resume(): Promise<void>;
}

export const READER = 'directory_reader';

/** In `npm start`, too. A burst then meets processes that ask the database again. */
export const MEMORY_SECONDS = 2;

export async function startSetting(started: Started): Promise<Setting> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'directory-bench-'));
  started.add(async () => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o711); // the server's user passes through it
  const url = await startPostgres(path.join(folder, 'postgres'), started);
  const owner = await openDatabase({ url });
  await valueOf(owner, `CREATE ROLE ${READER} LOGIN PASSWORD '${READER}'`);
  // Each load vacuums, and nothing does in a measurement.
  await valueOf(owner, 'ALTER SYSTEM SET autovacuum = off');
  await valueOf(owner, 'SELECT pg_reload_conf()');
  const version = await valueOf(owner, 'SHOW server_version');
  const readerUrl = Object.assign(new URL(url), { username: READER, password: READER }).href;
  const database = timed(owner, readerUrl);
  const bundled = path.join(folder, 'bundles');
  let bundles: readonly Bundle[] = [];
  const service = await startService({
    port: 0,
    database: { open: async () => Promise.resolve(database.database), fresh: false },
    lastGoodFolder: path.join(folder, 'last-good'),
    bundle: async () => {
      bundles = await bundleLocal(bundled);
      return bundled;
    },
    memorySeconds: MEMORY_SECONDS,
  });
  started.add(async () => service.close());
  const resume = async (): Promise<void> => signalAll(folder, 'SIGCONT').catch(() => undefined); // it may have ended
  const freeze = async (): Promise<void> => {
    started.add(resume); // before what waits for its connections to close
    await signalAll(folder, 'SIGSTOP');
  };
  const postgres = { version, readerUrl, freeze, resume };
  return { started, folder, service, bundles, database, postgres };
}

/** @returns its URL. */
async function startPostgres(folder: string, started: Started): Promise<string> {
  const script = path.join(root, '.ci/start-postgres');
  const starting = promisify(execFile)(script, [folder]);
  started.add(async () => {
    await starting.catch(() => undefined); // what it has begun can be ended
    await promisify(execFile)(script, ['--stop', folder]).catch(() => undefined);
  });
  return (await starting).stdout.trim();
}

async function signalAll(folder: string, signal: NodeJS.Signals): Promise<void> {
  const file = path.join(folder, 'postgres/server/data/postmaster.pid');
  const pid = Number.parseInt(await readFile(file, 'utf8'), 10);
  for (const each of [pid, ...childrenOf(pid)]) process.kill(each, signal);
}

/** The first value of the first row. */
async function valueOf(database: LocalDatabase, sql: string): Promise<string> {
  const session = await database.session();
  const { rows } = await session.query(sql);
  await session.release();
  return rows[0]?.[0] ?? '';
}

/** As in the cloud, the reader logs in: the settings of a role take effect at a login. */
function timed(owner: LocalDatabase, readerUrl: string): TimedDatabase {
  const pageMs: number[] = [];
  let reader: Promise<LocalDatabase> | undefined;
  const database: LocalDatabase = {
    ...owner,
    session: async ({ role, ...options } = {}) => {
      if (role !== READER) return owner.session(options);
      reader ??= openDatabase({ url: readerUrl });
      const session = await (await reader).session(options);
      const query: Session['query'] = async (sql, values) => {
        const startedAt = performance.now();
        const result = await session.query(sql, values);
        if (sql.startsWith('WITH ')) pageMs.push(performance.now() - startedAt);
        return result;
      };
      return { ...session, query };
    },
    close: async () => {
      await (await reader)?.close();
      await owner.close();
    },
  };
  return { database, pageMs };
}

/**
 * Loads the test data of so many startups, with prose in the place of long descriptions, of the same lengths but for the few
 * that are longest.
 */
export async function load(
  { database }: TimedDatabase,
  startups: number,
  prose?: Prose,
): Promise<void> {
  const session = await database.session();
  try {
    await session.query(`SELECT portal.load_test_data(${startups})::text`);
    if (prose !== undefined) {
      const { rows } = await session.query(
        'SELECT id, least(length(description), 2500) FROM portal.startups WHERE length(description) > 500 ORDER BY id',
      );
      const texts = rows.map(([id, length]) => ({ id, text: prose(Number(length)) }));
      await session.query(
        `UPDATE portal.startups SET description = given.text
         FROM json_to_recordset($1) AS given (id uuid, text text) WHERE startups.id = given.id`,
        [JSON.stringify(texts)],
      );
    }
  } finally {
    await session.release();
  }
  await storeRows(database, 'in any order');
}

/** In the order of their ids, or in one that has nothing to do with it, as random ids are stored. */
export async function storeRows(
  database: LocalDatabase,
  order: 'in order' | 'in any order',
): Promise<void> {
  const tables = [
    ['startups', 'startups_pkey'],
    ['enrollments', 'enrollments_of_startup'],
    ['jobs', 'jobs_of_startup'],
  ];
  for (const [table, index] of tables) {
    await valueOf(database, `CREATE INDEX shuffled ON portal.${table} (md5(id::text))`);
    const by = order === 'in order' ? index : 'shuffled';
    await valueOf(database, `CLUSTER portal.${table} USING ${by}`);
    await valueOf(database, 'DROP INDEX portal.shuffled');
  }
  await valueOf(database, 'VACUUM ANALYZE');
}
