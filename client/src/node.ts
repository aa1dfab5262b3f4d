/** The package's exports for Node, Deno and Bun only. */

import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { ListStorage } from './storage.ts';

/**
 * Creates a storage with a file for each list. It creates the folder when it stores the first list.
 *
 * @param longest - in characters. Longer lists are not stored.
 */
export function folderStorage(folder: string, longest = 50_000_000): ListStorage {
  const fileOf = (key: string): string => path.join(folder, encodeURIComponent(key));
  return {
    get: (key) => readFileSync(fileOf(key), 'utf8'),
    // Synchronous, because a build may end its process as soon as it has the list.
    set: (key, value) => {
      const file = fileOf(key);
      if (value === '' || value.length > longest) {
        rmSync(file, { force: true });
        return;
      }
      const written = `${file}.${randomUUID()}`; // renamed when complete, so that other processes never read half a list
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
