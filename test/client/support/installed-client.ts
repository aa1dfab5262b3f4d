/** The package as a user has it: built, packed and installed into an empty project. */

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { buildClient } from '../../../bundling/client.ts';
import { root } from '../../../bundling/esbuild.ts';

const run = promisify(execFile);

/** Longer than building, packing and installing take on a busy machine. */
export const INSTALL_LIMIT_MS = 120_000;

export class InstalledClient {
  readonly #folder: string;

  /** What it built stays away from `client/dist`, which others may be using. */
  static async install(): Promise<InstalledClient> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'client-user-'));
    const source = path.join(folder, 'client');
    const dist = path.join(root, 'client/dist');
    await cp(path.join(root, 'client'), source, {
      recursive: true,
      filter: (file) => file !== dist,
    });
    await buildClient(path.join(source, 'dist'));
    await run('npm', ['pack', './client', '--silent'], { cwd: folder });

    const installed = new InstalledClient(folder);
    await mkdir(installed.project);
    await installed.write('package.json', '{ "private": true, "type": "module" }');
    const tarball = '../public-directory-client-1.0.0.tgz';
    const options = ['--offline', '--no-audit', '--no-fund', '--silent'];
    await run('npm', ['install', ...options, tarball], { cwd: installed.project });
    return installed;
  }

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** The user's folder. */
  get project(): string {
    return path.join(this.#folder, 'project');
  }

  /** Where the package is in it. */
  get package(): string {
    return path.join(this.project, 'node_modules/public-directory-client');
  }

  async write(name: string, text: string): Promise<void> {
    await writeFile(path.join(this.project, name), text);
  }

  /** Runs a program in the user's folder; rejects with all that it said if it fails. */
  async run(program: string, args: readonly string[]): Promise<string> {
    const { stdout } = await run(program, [...args], { cwd: this.project }).catch(
      (failure: unknown) => {
        const { stdout: said, stderr } = failure as Record<'stdout' | 'stderr', string>;
        throw new Error(`${path.basename(program)} failed:\n${said}${stderr}`);
      },
    );
    return stdout;
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true });
  }
}
