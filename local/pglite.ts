/** PostgreSQL as WebAssembly in this process, on disk or in memory. It has a single session, so callers wait in a queue. */

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { PGlite, types } from '@electric-sql/pglite';

import { errorMessage, errorName } from '../lambda/aws/errors.ts';
import { type Connection, type LocalDatabase, localDatabase, type Text } from './local-database.ts';

/**
 * Opens the database of `npm start` in a folder, and creates it if it is missing.
 *
 * @param fresh - deletes the folder first, because a damaged database cannot be emptied.
 * @throws an error with one sentence for the person at the terminal, if the folder is in use, damaged or of another version.
 */
export async function openEmbeddedDatabase(folder: string, fresh: boolean): Promise<LocalDatabase> {
  const unlock = lockFolder(folder);
  try {
    if (fresh) rmSync(folder, { recursive: true, force: true });
    if (!existsSync(folder)) {
      // The folder has another name until it is complete, because an incomplete one looks like a database.
      const draft = `${folder}.draft`;
      rmSync(draft, { recursive: true, force: true });
      await (await openPglite(draft)).close();
      renameSync(draft, folder);
    }
    const database = await openPglite(folder);
    const close = async (): Promise<void> => {
      await database.close();
      unlock();
    };
    return { ...database, close };
  } catch (error) {
    unlock();
    throw new Error(
      `The database in ${folder} cannot be opened (${errorMessage(error)}): start over with --fresh`,
      { cause: error },
    );
  }
}

/**
 * Locks a database folder, because two processes would damage its files, and PGlite does not prevent that. The file
 * `<folder>.lock` contains the process id. The lock of a process that has ended is replaced.
 *
 * @returns a function that releases the lock.
 * @throws if a running process holds the lock, including this one.
 */
function lockFolder(folder: string): () => void {
  const file = `${path.resolve(folder)}.lock`;
  mkdirSync(path.dirname(file), { recursive: true });
  const holder = existsSync(file) ? readFileSync(file, 'utf8') : '0';
  if (isRunning(Number(holder))) {
    throw new Error(
      `The database folder ${folder} is in use by process ${holder}. End that process, or name another folder with --folder DIR.`,
    );
  }
  const unlock = (): void => {
    rmSync(file, { force: true });
  };
  unlock(); // removes the lock of a process that has ended
  writeFileSync(file, String(process.pid), { flag: 'wx' }); // if two processes write at once, the second fails
  return unlock;
}

/** Returns whether a process exists. Signal 0 has no effect. EPERM means that it belongs to another user. */
function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return errorName(error) === 'EPERM';
  }
}

/** Less than PostgreSQL's default of 128 MB, which would be allocated at the start and used by one session only. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

/**
 * Opens a database.
 *
 * @param folder - for the data; without it, the data is in memory only.
 * @param archive - the files of an initial database, as tar.
 */
export async function openPglite(folder?: string, archive?: Blob): Promise<LocalDatabase> {
  const engine = await PGlite.create(folder, {
    startParams,
    ...(archive && { loadDataDir: archive }),
  });
  engine.parsers = textOnly(types.parsers);
  engine.serializers = textOnly(types.serializers);

  /** Resolves when the last caller in the queue has returned the session. */
  let last = Promise.resolve();
  const connect = async (): Promise<Connection> => {
    const before = last;
    let giveBack = nothing;
    last = new Promise((resolve) => {
      giveBack = resolve;
    });
    await before;
    return {
      query: async (sql, values) => engine.query<Text[]>(sql, [...values], { rowMode: 'array' }),
      script: async (sql) => engine.exec(sql),
      giveBack,
    };
  };
  return localDatabase(connect, async () => engine.close());
}

function nothing(): void {}

/** Replaces PGlite's conversions, so that every value stays in PostgreSQL's text format. */
function textOnly(conversions: object): Record<string, (value: string) => string> {
  return Object.fromEntries(Object.keys(conversions).map((oid) => [oid, (value: string) => value]));
}
