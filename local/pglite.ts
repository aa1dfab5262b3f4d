/** PostgreSQL as WebAssembly in this process, on disk or in memory. It has a single session, for which callers queue. */

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { PGlite, types } from '@electric-sql/pglite';

import { errorMessage, errorName } from '../lambda/aws/errors.ts';
import { type Connection, type LocalDatabase, localDatabase, type Text } from './local-database.ts';

/**
 * The database of `npm start` in a folder, which may be missing, in use, damaged, or of another version. `fresh` deletes
 * what was there before: a damaged database cannot even be emptied.
 *
 * @throws one sentence for the person at the terminal.
 */
export async function openEmbeddedDatabase(folder: string, fresh: boolean): Promise<LocalDatabase> {
  const unlock = lockFolder(folder);
  try {
    if (fresh) rmSync(folder, { recursive: true, force: true });
    if (!existsSync(folder)) {
      // Under another name until it is complete: the files of an interrupted start look like a database.
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
 * Keeps a second process out of a database folder, which PGlite itself would let in: both would ruin the files. Takes
 * `<folder>.lock`, which holds our process id. The lock of a process that has ended is taken over.
 *
 * @returns a function that gives the lock back.
 * @throws where a running process, this one included, holds it.
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
  unlock(); // of a process that has ended
  writeFileSync(file, String(process.pid), { flag: 'wx' }); // of two at once the second fails
  return unlock;
}

/** Signal 0 only asks. EPERM means: there is one, but of another user. */
function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return errorName(error) === 'EPERM';
  }
}

/** PostgreSQL's own 128 MB are allocated whole at the start, and nobody else shares these. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

/**
 * @param folder - where the data is kept; without one it is in memory only.
 * @param archive - the files of a database to begin with, as tar.
 */
export async function openPglite(folder?: string, archive?: Blob): Promise<LocalDatabase> {
  const engine = await PGlite.create(folder, {
    startParams,
    ...(archive && { loadDataDir: archive }),
  });
  engine.parsers = textOnly(types.parsers);
  engine.serializers = textOnly(types.serializers);

  /** Settles when the last caller in the queue has given the session back. */
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

/** Replaces PGlite's conversions: every value goes in and comes out in PostgreSQL's own text format. */
function textOnly(conversions: object): Record<string, (value: string) => string> {
  return Object.fromEntries(Object.keys(conversions).map((oid) => [oid, (value: string) => value]));
}
