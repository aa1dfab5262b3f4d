/**
 * Programs that tests need besides Node. If a program is missing, the tests that need it are skipped with a message, or fail in
 * CI.
 */

import { existsSync } from 'node:fs';
import path from 'node:path';

import { root } from '../../client/esbuild.ts';

const CI_MODULES = path.join(root, '.ci/node_modules');

/** Candidates for each program. The first candidate that exists is used. Names without a folder are looked up on the PATH. */
const files = {
  aws: ['aws'],
  bun: ['bun', `${CI_MODULES}/@oven/bun-linux-x64/bin/bun`],
  'cfn-lint': ['cfn-lint', path.join(root, '.ci/python/bin/cfn-lint')],
  chromium: [
    process.env['CHROMIUM'] ?? 'chromium',
    'chromium-browser',
    'google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  curl: ['curl'],
  deno: ['deno', `${CI_MODULES}/@deno/linux-x64-glibc/deno`],
  git: ['git'],
  njs: ['njs'],
  python3: ['python3'],
} as const satisfies Record<string, readonly string[]>;

type ProgramName = keyof typeof files;

/**
 * Returns `describe` if the programs are installed, and otherwise `describe.skip`. @throws Error in CI if a program is missing.
 */
export function describeWith(...names: readonly ProgramName[]): jest.Describe {
  const missing = names.filter((name) => installedFile(name) === undefined).map(howToInstall);
  if (missing.length === 0) return describe;
  if (process.env['CI'] === 'true') throw new Error(missing.join('\n'));
  process.stderr.write(`Skipped: ${missing.join('\n')}\n`);
  return describe.skip;
}

/**
 * Returns `describe` in CI, and otherwise `describe.skip`, for a suite that is slow and rarely fails. To run the suite elsewhere,
 * use `CI=true npx jest <file>`. @throws Error in CI if a program is missing.
 */
export function describeInCi(what: string, ...names: readonly ProgramName[]): jest.Describe {
  if (process.env['CI'] === 'true') return describeWith(...names);
  process.stderr.write(`Skipped: ${what}, which only CI runs\n`);
  return describe.skip;
}

/** Returns the file of a program. @throws Error if the program is not installed. */
export function fileOf(name: ProgramName): string {
  const file = installedFile(name);
  if (file === undefined) throw new Error(howToInstall(name));
  return file;
}

function installedFile(name: ProgramName): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const candidates = files[name].flatMap(
    (file) => folders.map((folder) => path.resolve(folder, file)), // an absolute path stays unchanged
  );
  return candidates.find((file) => existsSync(file));
}

function howToInstall(name: ProgramName): string {
  return `${name} is not installed. On Debian and Ubuntu, run .ci/install.`;
}
