/** Makes what the client package does not keep in the repository or takes from the contract: its build, and `records.ts`. */

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

import type { FieldDescription, RecordDescription } from '../page/document-parts.ts';
import { bundledText, root } from './esbuild.ts';
import { recordDescriptions } from './schemas.ts';

/** What it may weigh, as browsers load it. */
export const CLIENT_LIMIT_BYTES = 3584;

/** Sources of which the user sees every declaration, so that nothing else may be exported from them. */
const PUBLIC = ['records', 'record-state', 'list', 'storage', 'directory'] as const;

/** One line each in what the compiler writes; without them the files fit into one. */
const IMPORTS = /^import .*\n/gmu;

/** Writes `index.js` and `index.d.ts` into `dist/` of the package, or into another folder. */
export async function buildClient(into = path.join(root, 'client/dist')) {
  await rm(into, { recursive: true, force: true });
  await mkdir(into, { recursive: true });
  const [code, declarations] = await Promise.all([
    bundledText('client/src/index.ts', {
      platform: 'neutral',
      target: 'es2022',
      format: 'esm',
      minify: true,
    }),
    clientDeclarations(),
  ]);
  const file = path.join(into, 'index.js');
  await Promise.all([
    writeFile(file, code),
    writeFile(path.join(into, 'index.d.ts'), declarations),
  ]);
  return { file, bytes: Buffer.byteLength(code), gzipBytes: gzipSync(code, { level: 9 }).length };
}

/** The client's types as one file. */
async function clientDeclarations(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'client-types-'));
  try {
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const project = path.join(root, 'client/tsconfig.json');
    await promisify(execFile)(process.execPath, [tsc, '--project', project, '--outDir', folder]);
    const texts = await Promise.all(
      PUBLIC.map(async (name) => readFile(path.join(folder, `${name}.d.ts`), 'utf8')),
    );
    return texts.join('\n').replaceAll(IMPORTS, '');
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The text of `records.ts`, not yet formatted: types of the records, and the table by which the client checks them. */
export function recordsSource(
  records: readonly RecordDescription[] = recordDescriptions(),
): string {
  const names = new Set(records.map(({ name }) => name));
  const shapes = Object.fromEntries(
    records.map(({ name, fields }) => [
      name,
      Object.fromEntries(fields.map((field) => [field.name, expectation(field)])),
    ]),
  );
  return [
    '/** The records as the service documents them. Made by `npm run client`. */',
    ...records.map((record) => recordType(record, names)),
    `/**
      * What is expected of each field of each record, as \`check-records.ts\` reads it and a problem shows it.
      * @internal
      */
     export const shapes = ${JSON.stringify(shapes)} as const;`,
  ].join('\n\n');
}

function recordType({ name, description, fields }: RecordDescription, names: ReadonlySet<string>) {
  const lines = fields.map(
    (field) => `${comment(field.description)}readonly ${field.name}: ${typeOf(field, names)};`,
  );
  return `${comment(description)}export interface ${name} {\n${lines.join('\n')}\n}`;
}

function comment(text: string): string {
  return text === '' ? '' : `/** ${text.replaceAll('*/', '*\\/')} */\n`;
}

function typeOf(
  { kind, isArray, isNullable }: FieldDescription,
  names: ReadonlySet<string>,
): string {
  const one = names.has(kind) ? kind : kind.replace('integer', 'number');
  return `${isArray ? `readonly ${one}[]` : one}${isNullable ? ' | null' : ''}`;
}

function expectation({ kind, isArray, isNullable }: FieldDescription): string {
  return `${isArray ? 'array of ' : ''}${kind}${isNullable ? ' or null' : ''}`;
}
