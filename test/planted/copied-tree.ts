/** A throw-away copy of the repository, in which a bug can be planted without touching the working tree. */

import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type PlantedBug, withBug } from './planted-bug.ts';

/** Made by tools; no test reads them. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  '.git',
  '.local',
  '.stryker',
  'cdk.out',
  'coverage',
  'dist',
  'node_modules',
]);

export class CopiedTree {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async of(root: string): Promise<CopiedTree> {
    const folder = await mkdtemp(path.join(tmpdir(), 'directory-planted-'));
    await cp(root, folder, {
      recursive: true,
      filter: (file) => !LEFT_OUT.has(path.basename(file)),
    });
    for (const name of ['node_modules', '.ci/node_modules']) {
      await symlink(path.join(root, name), path.join(folder, name));
    }
    return new CopiedTree(folder);
  }

  /** Does the work with the bug in the tree, and takes it out again. */
  async having<T>(bug: PlantedBug, work: () => Promise<T>): Promise<T> {
    const file = path.join(this.folder, bug.file);
    const sound = await readFile(file, 'utf8');
    await writeFile(file, withBug(sound, bug));
    try {
      return await work();
    } finally {
      await writeFile(file, sound);
    }
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
