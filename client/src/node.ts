/** The package's exports that work only in Node, Deno and Bun. */

import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { ListStorage } from './storage.ts';

/**
 * Creates a storage that keeps each list in its own file. The folder is created when the first list is stored.
 *
 * @param longest - maximum length of an entry, in characters. A longer entry is not stored, and the entry that it would have
 *   replaced is deleted.
 */
export function folderStorage(folder: string, longest = 50_000_000): ListStorage {
  const fileOf = (key: string): string => path.join(folder, encodeURIComponent(key));
  return {
    get: (key) => readFileSync(fileOf(key), 'utf8'),
    // This is synchronous, because a build may end its process as soon as it has the list.
    set: (key, value) => {
      const file = fileOf(key);
      if (value === '' || value.length > longest) {
        rmSync(file, { force: true });
        return;
      }
      // The new file is renamed when it is complete, so that other processes never read half a list.
      const written = `${file}.${randomUUID()}`;
      mkdirSync(folder, { recursive: true });
      try {
        writeFileSync(written, value);
        renameSync(written, file);
      } finally {
        rmSync(written, { force: true });
      }
    },
  };
}
