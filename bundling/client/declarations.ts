/** The client's types as one file. */

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { root } from '../modules.ts';

const run = promisify(execFile);

/** What they declare is what users see, so that nothing else may be exported from them. */
const PUBLIC = ['records', 'list', 'directory-error', 'directory'] as const;

/** One line each in what the compiler writes; without them the files fit into one. */
const IMPORTS = /^import .*\n/gmu;

export async function clientDeclarations(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'client-types-'));
  try {
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const project = path.join(root, 'client/tsconfig.json');
    await run(process.execPath, [tsc, '--project', project, '--outDir', folder]);
    const texts = await Promise.all(
      PUBLIC.map(async (name) => readFile(path.join(folder, `${name}.d.ts`), 'utf8')),
    );
    return texts.join('\n').replaceAll(IMPORTS, '');
  } finally {
    await rm(folder, { recursive: true });
  }
}
