/** Which release this is, as the status says it. */

import { execFileSync } from 'node:child_process';

import packageJson from '../package.json' with { type: 'json' };
import { root } from './esbuild.ts';

/** What is described by its version alone: a copy of the source without its history, and what runs on one machine. */
export const packageVersion = packageJson.version;

/** The commit by its nearest tag or its hash, and whether it was changed since. */
export function releaseName(folder = root): string {
  try {
    const describe = ['describe', '--always', '--dirty'];
    return execFileSync('git', describe, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return packageVersion;
  }
}
