/** Prepares a run: bundles the functions, and makes an empty database that each test copies. */

import { rmSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { createTar, parseTar } from 'nanotar';

import './quick-wasm.ts';
import { bundleLocal } from '../../local/site-files.ts';

/** The folder of the run, which the workers inherit. */
export const RUN_FOLDER_VARIABLE = 'TEST_RUN_FOLDER';
/** Deployed limits of an answer that a copy of the functions keeps. Its other limits are patient. */
const limits = ['none', 'storeMs', 'databaseMs'] as const;
export type DeployedLimits = (typeof limits)[number] | 'both';
export const EMPTY_DATABASE = 'empty-database.tar';

/** The unused databases template1 and template0: two thirds of the files. */
const UNUSED = /^\/?base\/[14]\/./u;

/** Jest takes the default export only. */
export default async function globalSetup(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'directory-tests-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  process.env[RUN_FOLDER_VARIABLE] = folder;
  const functions = path.join(folder, 'functions-both');
  const [database] = await Promise.all([makeEmptyDatabase(), bundleLocal(functions)]);
  await writeFile(path.join(folder, EMPTY_DATABASE), database);
  // Reading a source map takes a sixth of a process's start.
  for (const name of await readdir(functions)) {
    await rm(path.join(functions, name, 'index.mjs.map'), { force: true });
  }
  for (const deployed of limits) {
    const copy = path.join(folder, `functions-${deployed}`);
    await cp(functions, copy, { recursive: true });
    for (const name of ['directory', 'status', 'feed']) {
      await giveTime(path.join(copy, name, 'index.mjs'), deployed);
    }
  }
}

/** Raises limits, because a busy machine may need longer than a visitor waits. */
async function giveTime(bundle: string, deployed: DeployedLimits): Promise<void> {
  const code = await readFile(bundle, 'utf8');
  const patient = code.replaceAll(
    /storeMs:([15]e3),databaseMs:(3e3|45e3)/gu,
    (_, storeMs: string, databaseMs: string) =>
      `storeMs:${deployed === 'storeMs' ? storeMs : '2e5'},databaseMs:${deployed === 'databaseMs' ? databaseMs : '2e5'}`,
  );
  if (patient === code) throw new Error(`${bundle} has no limits`);
  await writeFile(bundle, patient);
}

async function makeEmptyDatabase(): Promise<Uint8Array> {
  const engine = await PGlite.create();
  const files = parseTar(await (await engine.dumpDataDir('none')).arrayBuffer());
  await engine.close();
  return createTar(
    files
      .filter(({ name }) => !UNUSED.test(name))
      .map(({ name, type, data = '' }) => (type === 'file' ? { name, data } : { name })),
  );
}
