/** What is measured: the service over a PostgreSQL server of its own, and single processes of a function or of another server. */

import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { root } from '../bundling/esbuild.ts';
import { type Bundle, bundleLocal } from '../bundling/functions.ts';
import type { LocalDatabase, Session } from '../local/database/local-database.ts';
import { openDatabase, openPreparedDatabase } from '../local/database/open-database.ts';
import { functionVariables } from '../local/functions.ts';
import { Environment } from '../local/runtime/lambda-function.ts';
import { type Service, startService } from '../local/service.ts';
import { childrenOf, pinToOneCore } from './machine.ts';
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
  readonly postgres: PostgresServer;
  readonly service: Service;
  /** Of the service. */
  readonly database: TimedDatabase;
  readonly bundles: readonly Bundle[];
}

export interface TimedDatabase {
  readonly database: LocalDatabase;
  /** How long each statement of a page took, in milliseconds. */
  readonly pageMs: number[];
}

/** In `npm start`, too. A burst then meets processes that ask the database again. */
export const MEMORY_SECONDS = 2;

export async function startSetting(started: Started): Promise<Setting> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'directory-bench-'));
  started.add(async () => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o711); // the server's user passes through it
  const postgres = await PostgresServer.start(path.join(folder, 'postgres'), started);
  const database = await postgres.open();
  let bundles: readonly Bundle[] = [];
  const service = await startService({
    port: 0,
    database: { open: async () => Promise.resolve(database.database), fresh: false },
    lastGoodFolder: path.join(folder, 'last-good'),
    bundle: async () => {
      bundles = await bundleLocal(path.join(folder, 'bundles'));
      return path.join(folder, 'bundles');
    },
    memorySeconds: MEMORY_SECONDS,
  });
  started.add(async () => service.close());
  return { started, folder, postgres, service, database, bundles };
}

export const READER = 'directory_reader';

export class PostgresServer {
  readonly #url: string;
  readonly #folder: string;
  readonly #started: Started;

  static async start(folder: string, started: Started): Promise<PostgresServer> {
    const script = path.join(root, '.ci/start-postgres');
    const starting = promisify(execFile)(script, [folder]);
    started.add(async () => {
      await starting.catch(() => undefined); // what it has begun can be ended
      await promisify(execFile)(script, ['--stop', folder]).catch(() => undefined);
    });
    const server = new PostgresServer((await starting).stdout.trim(), folder, started);
    await server.#asOwner(`CREATE ROLE ${READER} LOGIN PASSWORD '${READER}'`);
    // Each load vacuums, and nothing does in a measurement.
    await server.#asOwner('ALTER SYSTEM SET autovacuum = off');
    await server.#asOwner('SELECT pg_reload_conf()');
    return server;
  }

  private constructor(url: string, folder: string, started: Started) {
    this.#url = url;
    this.#folder = folder;
    this.#started = started;
  }

  async version(): Promise<string> {
    return (await this.#asOwner('SHOW server_version')) ?? 'unknown';
  }

  /** As in the cloud, the reader logs in: the settings of a role take effect at a login. */
  async open(name = 'postgres'): Promise<TimedDatabase> {
    const owner = await openDatabase({ url: this.#urlOf(name) });
    const pageMs: number[] = [];
    let reader: Promise<LocalDatabase> | undefined;
    const database: LocalDatabase = {
      ...owner,
      session: async ({ role, ...options } = {}) => {
        if (role !== READER) return owner.session(options);
        reader ??= openDatabase({ url: this.readerUrl(name) });
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

  /** A further database with the same tables and views. */
  async make(name: string): Promise<TimedDatabase> {
    await this.#asOwner(`CREATE DATABASE ${name}`);
    const made = await this.open(name);
    await openPreparedDatabase({ open: async () => Promise.resolve(made.database), fresh: false });
    return made;
  }

  readerUrl(name = 'postgres'): string {
    const url = new URL(this.#urlOf(name));
    url.username = READER;
    url.password = READER;
    return url.href;
  }

  /** From now on it answers nobody, and breaks no connection. */
  async freeze(): Promise<void> {
    this.#started.add(async () => this.resume()); // before what waits for its connections to close
    await this.#signalAll('SIGSTOP');
  }

  async resume(): Promise<void> {
    await this.#signalAll('SIGCONT').catch(() => undefined); // it may have ended
  }

  async #signalAll(signal: NodeJS.Signals): Promise<void> {
    const [postmaster] = (
      await readFile(path.join(this.#folder, 'server/data/postmaster.pid'), 'utf8')
    ).split('\n');
    const pid = Number(postmaster);
    for (const each of [pid, ...childrenOf(pid)]) process.kill(each, signal);
  }

  /** @returns the first value. */
  async #asOwner(sql: string): Promise<string | null | undefined> {
    const owner = await openDatabase({ url: this.#url });
    const session = await owner.session();
    const { rows } = await session.query(sql);
    await session.release();
    await owner.close();
    return rows[0]?.[0];
  }

  #urlOf(name: string): string {
    const url = new URL(this.#url);
    url.pathname = name;
    return url.href;
  }
}

/**
 * Loads the test data of so many startups, with prose in the place of long descriptions, of the same lengths
 * but for the few that are longest.
 *
 * @param inOrder - stores the rows in the order of their ids; otherwise the two have nothing to do with each other.
 */
export async function load(
  database: LocalDatabase,
  startups: number,
  prose?: Prose,
  inOrder = false,
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
    const tables = [
      ['startups', 'startups_pkey'],
      ['enrollments', 'enrollments_of_startup'],
      ['jobs', 'jobs_of_startup'],
    ];
    for (const [table, index] of tables) {
      await session.query(`CREATE INDEX shuffled ON portal.${table} (md5(id::text))`);
      await session.query(`CLUSTER portal.${table} USING ${inOrder ? index : 'shuffled'}`);
      await session.query('DROP INDEX portal.shuffled');
    }
    await session.query('VACUUM ANALYZE');
  } finally {
    await session.release();
  }
}

/** One process of a function, past the gateway. */
export class FunctionProcess {
  readonly pid: number;
  readonly #environment: Environment;

  /** @param memorySeconds - how long it answers from memory. */
  static async start(
    { folder, service, started }: Setting,
    memorySeconds: number,
    code = path.join(folder, 'bundles/startups'),
  ): Promise<FunctionProcess> {
    const before = new Set(childrenOf(process.pid));
    const variables = functionVariables(service, memorySeconds);
    const environment = await Environment.start({ name: 'startups', folder: code, variables });
    started.add(async () => environment.end());
    const pid = childrenOf(process.pid).find((each) => !before.has(each)) ?? Number.NaN;
    pinToOneCore(pid);
    return new FunctionProcess(environment, pid);
  }

  private constructor(environment: Environment, pid: number) {
    this.#environment = environment;
    this.pid = pid;
  }

  /** @returns Lambda's answer, as JSON. */
  async get(coding: string): Promise<string> {
    const answer = await this.#environment.invoke({
      requestContext: { http: { method: 'GET' } },
      headers: { 'accept-encoding': coding },
    });
    if (!answer.startsWith('{"statusCode":200,'))
      throw new Error(`The function answered ${answer.slice(0, 300)}`);
    return answer;
  }

  async refresh(): Promise<void> {
    const refreshed = await this.#environment.invoke({ refresh: { acceptDrop: true } });
    if (refreshed.includes('"failure"'))
      throw new Error(`The refresh failed: ${refreshed.slice(0, 300)}`);
  }

  async end(): Promise<void> {
    await this.#environment.end();
  }
}
