/** Keeps a second process out of a database folder: PGlite itself would let it in, and both would ruin the files. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { errorCode } from '../error-facts.ts';

/**
 * Takes `<folder>.lock`, which holds our process id. The lock of a process that no longer lives is taken over.
 *
 * @returns a function that gives the lock back.
 * @throws FolderInUseError when a living process, this one included, holds it.
 */
export function lockFolder(folder: string): () => void {
  const file = `${path.resolve(folder)}.lock`;
  mkdirSync(path.dirname(file), { recursive: true });

  if (!createLock(file)) {
    const pid = Number(readLock(file));
    if (pid > 0 && isAlive(pid)) throw new FolderInUseError(folder, pid, file);
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
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function readLock(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ''; // given back this very moment
    throw error;
  }
}

/** Signal 0 only asks. EPERM means: there is one, but of another user. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
