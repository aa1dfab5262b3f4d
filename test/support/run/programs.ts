/**
 * The programs that tests need besides Node: `.ci/install` installs what is missing of this list and nothing else. Where one
 * is not installed its tests are skipped and say so; in CI they fail.
 */

import { existsSync } from 'node:fs';
import path from 'node:path';

import { root } from '../../../lib/esbuild.ts';

interface Program {
  /** The first of these that exists is used; a name without a folder is looked for on the path. */
  readonly files: readonly string[];
  /** The package of Debian that has it. */
  readonly debian?: string;
}

/** As `npm ci --prefix .ci` and `.ci/install` install them. */
const NPM = path.join(root, '.ci/node_modules');
const PIP = path.join(root, '.ci/python/bin');

const programs = {
  aws: { files: ['aws'], debian: 'awscli' },
  bun: { files: ['bun', `${NPM}/@oven/bun-linux-x64/bin/bun`] },
  'cfn-lint': { files: ['cfn-lint', `${PIP}/cfn-lint`] },
  chromium: {
    files: [
      ...(process.env['CHROMIUM'] === undefined ? [] : [process.env['CHROMIUM']]),
      'chromium',
      'chromium-browser',
      'google-chrome',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    debian: 'chromium',
  },
  curl: { files: ['curl'], debian: 'curl' },
  deno: { files: ['deno', `${NPM}/@deno/linux-x64-glibc/deno`] },
  git: { files: ['git'], debian: 'git' },
  'generators of clients': { files: [`${NPM}/openapi-generator-plus`] },
  njs: { files: ['njs'], debian: 'njs' },
  'OpenAPI::Client': {
    files: ['/usr/share/perl5/OpenAPI/Client.pm'],
    debian: 'libopenapi-client-perl',
  },
  python3: { files: ['python3'], debian: 'python3' },
  'validator of workflows': { files: [`${NPM}/@actions/languageservice`] },
} as const satisfies Record<string, Program>;

export type ProgramName = keyof typeof programs;

export interface MissingProgram {
  readonly name: string;
  readonly debian: string | undefined;
  /** What to do, in a sentence. */
  readonly how: string;
}

/** `describe` where the programs are installed. */
export function describeWith(...names: readonly ProgramName[]): jest.Describe {
  const missing = missingPrograms(names);
  if (missing.length === 0) return describe;
  const how = missing.map((program) => program.how).join('\n');
  if (process.env['CI'] === 'true') throw new Error(how);
  process.stderr.write(`Skipped: ${how}\n`);
  return describe.skip;
}

/** For a suite that takes longer than it is likely to find something: `CI=true npx jest <file>` runs it elsewhere. */
export function describeInCi(what: string, ...names: readonly ProgramName[]): jest.Describe {
  if (process.env['CI'] === 'true') return describeWith(...names);
  process.stderr.write(`Skipped: ${what}, which only CI runs\n`);
  return describe.skip;
}

/** Throws where it is not installed. */
export function fileOf(name: ProgramName): string {
  const file = firstOf(programs[name].files);
  if (file === undefined) throw new Error(howToInstall(name));
  return file;
}

export function missingPrograms(
  names: readonly ProgramName[] = Object.keys(programs) as ProgramName[],
): MissingProgram[] {
  return names
    .filter((name) => firstOf(programs[name].files) === undefined)
    .map((name) => ({ name, debian: debianOf(name), how: howToInstall(name) }));
}

/** Of those that are installed. */
export function installedFiles(): string[] {
  return Object.values(programs).flatMap(({ files }) => firstOf(files) ?? []);
}

function firstOf(files: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return files
    .flatMap((file) =>
      path.isAbsolute(file) ? file : folders.map((folder) => path.join(folder, file)),
    )
    .find((file) => existsSync(file));
}

function debianOf(name: ProgramName): string | undefined {
  const program: Program = programs[name];
  return program.debian;
}

function howToInstall(name: ProgramName): string {
  const debian = debianOf(name);
  const command = debian === undefined ? '.ci/install' : `apt-get install ${debian}`;
  return `${name} is not installed: ${command}`;
}
