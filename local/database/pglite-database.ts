/** PostgreSQL as WebAssembly in this process, on disk or in memory. It has a single session, for which callers queue. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { PGlite, types } from '@electric-sql/pglite';

import { errorName } from '../../lambda/aws/errors.ts';
import {
  DatabaseUnavailableError,
  type LocalDatabase,
  localDatabase,
  type SessionOptions,
  type Text,
} from './local-database.ts';

/** PostgreSQL's own 128 MB are allocated whole at the start, and nobody else shares these. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

/**
 * @param folder - where the data is kept; without one it is in memory only.
 * @throws FolderInUseError when another process has the folder open.
 */
export async function openPglite(folder?: string): Promise<LocalDatabase> {
  const unlock = folder === undefined ? undefined : lockFolder(folder);
  try {
    return asDatabase(await startEngine(folder), unlock);
  } catch (error) {
    unlock?.();
    throw error;
  }
}

async function startEngine(folder: string | undefined): Promise<PGlite> {
  const engine = await PGlite.create({
    startParams,
    ...(folder === undefined ? {} : { dataDir: folder }),
  });
  engine.parsers = textOnly(types.parsers);
  engine.serializers = textOnly(types.serializers);
  return engine;
}

/** Replaces PGlite's conversions: every value goes in and comes out in PostgreSQL's own text format. */
function textOnly(conversions: object): Record<string, (value: string) => string> {
  return Object.fromEntries(Object.keys(conversions).map((oid) => [oid, (value: string) => value]));
}

function asDatabase(engine: PGlite, unlock?: () => void): LocalDatabase {
  const queue = new Queue();
  const closing = new AbortController();
  return localDatabase(
    async ({ signal, onWanted }) => {
      const signals = signal === undefined ? [closing.signal] : [closing.signal, signal];
      const giveBack = await queue.enter({ signal: AbortSignal.any(signals), onWanted });
      return {
        query: async (sql, values) => engine.query<Text[]>(sql, [...values], { rowMode: 'array' }),
        script: async (sql) => engine.exec(sql),
        cancel: () => Promise.resolve(),
        giveBack,
      };
    },
    async () => {
      if (closing.signal.aborted) return;
      closing.abort(new DatabaseUnavailableError('it is closed'));
      await engine.close();
      unlock?.();
    },
  );
}

function nothing(): void {}

type Caller = Pick<SessionOptions, 'signal' | 'onWanted'>;

/** First come, first served. The one in front gets a call of `onWanted` for everybody who waits behind it. */
class Queue {
  #front: Caller | undefined;
  #waiting = 0;
  /** Resolves when the last in the queue has left it. */
  #last = Promise.resolve();

  /** Resolves when the caller is in front, to the function with which it leaves. Rejects with why it gives up. */
  async enter(caller: Caller & { readonly signal: AbortSignal }): Promise<() => void> {
    const before = this.#last;
    let leave = nothing;
    this.#last = new Promise((resolve) => {
      leave = resolve;
    });
    this.#waiting += 1;
    this.#front?.onWanted?.();
    try {
      await orAborted(caller.signal, before);
    } catch (error) {
      void before.then(leave);
      throw error;
    } finally {
      this.#waiting -= 1;
    }
    this.#front = caller;
    if (this.#waiting > 0) caller.onWanted?.();
    return () => {
      this.#front = undefined;
      leave();
    };
  }
}

/**
 * Keeps a second process out of a database folder, which PGlite itself would let in: both would ruin the files. Takes
 * `<folder>.lock`, which holds our process id. The lock of a process that has ended is taken over.
 *
 * @returns a function that gives the lock back.
 * @throws FolderInUseError when a running process, this one included, holds it.
 */
export function lockFolder(folder: string): () => void {
  const file = `${path.resolve(folder)}.lock`;
  mkdirSync(path.dirname(file), { recursive: true });

  if (!createLock(file)) {
    const pid = Number(readLock(file));
    if (pid > 0 && isRunning(pid)) throw new FolderInUseError(folder, pid, file);
    rmSync(file, { force: true });
    if (!createLock(file)) throw new FolderInUseError(folder, Number(readLock(file)), file);
  }
  return () => {
    rmSync(file, { force: true });
  };
}

export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';

  constructor(folder: string, pid: number, file: string) {
    const holder = pid === process.pid ? `this process (${pid})` : `process ${pid}`;
    super(
      `The database folder ${folder} is in use by ${holder}: end that process first, or remove ${file} if it is none of ours.`,
    );
  }
}

/** @returns false where the file is there already. */
function createLock(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorName(error) === 'EEXIST') return false;
    throw error;
  }
}

function readLock(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (errorName(error) === 'ENOENT') return ''; // given back this very moment
    throw error;
  }
}

/** Signal 0 only asks. EPERM means: there is one, but of another user. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorName(error) === 'EPERM';
  }
}

/** The promise, or a rejection as soon as the signal aborts. */
async function orAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = (): void => {
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    };
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', onAbort);
    });
    if (signal.aborted) onAbort();
  });
}
