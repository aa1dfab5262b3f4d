/** Prepares a test run: bundles the functions, and creates an empty database that tests copy. */

import { existsSync, rmSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { createTar, parseTar } from 'nanotar';

import './quick-wasm.ts';
import { bundleLocal } from '../../lib/bundle.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { EMPTY_DATABASE, RUN_FOLDER_VARIABLE } from './run-folder.ts';

/**
 * The set-up creates a copy of the functions for each of these names. In the copy, the timeout with this name is the same as in
 * the deployed service, and the other timeout is long. In the copy `none`, both timeouts are long.
 */
const limits = ['none', 'storeMs', 'databaseMs'] as const;
export type DeployedLimits = (typeof limits)[number] | 'both';

/** Files of the unused databases template1 and template0, which are more than half of all files. */
const UNUSED = /^\/?base\/[14]\/./u;

/** This is a default export because Jest requires one. @param project - Jest's settings */
export default async function globalSetup(_: unknown, project: { cacheDirectory: string }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'directory-tests-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  process.env[RUN_FOLDER_VARIABLE] = folder;
  const functions = path.join(folder, 'functions-both');
  const { '@electric-sql/pglite': version } = packageJson.devDependencies;
  const database = path.join(project.cacheDirectory, `pglite-${version}.tar`);
  if (!existsSync(database)) await makeEmptyDatabase(database);
  await cp(database, path.join(folder, EMPTY_DATABASE));
  await bundleLocal(functions);
  // The source maps are deleted, because reading one takes a sixth of the start-up time of a process.
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

/** Raises each timeout that `deployed` does not name, because a busy machine may need more time. */
async function giveTime(bundle: string, deployed: DeployedLimits): Promise<void> {
  const code = await readFile(bundle, 'utf8');
  const patient = code.replaceAll(
    /storeMs:([15]e3),databaseMs:(3e3|45e3)/gu,
    (_, storeMs: string, databaseMs: string) =>
      `storeMs:${deployed === 'storeMs' ? storeMs : '2e5'},databaseMs:${deployed === 'databaseMs' ? databaseMs : '2e5'}`,
  );
  if (patient === code) throw new Error(`${bundle} does not contain the timeouts`);
  await writeFile(bundle, patient);
}

/**
 * Creates the empty database. This takes two seconds, so Jest's cache keeps the file. Jest does not notice a change to this
 * function. After a change, run `npx jest --clearCache`.
 */
async function makeEmptyDatabase(file: string): Promise<void> {
  const engine = await PGlite.create();
  const files = parseTar(await (await engine.dumpDataDir('none')).arrayBuffer());
  await engine.close();
  const used = files
    .filter(({ name }) => !UNUSED.test(name))
    .map(({ name, type, data = '' }) => (type === 'file' ? { name, data } : { name }));
  const unfinished = `${file}.${process.pid}`; // another run may create the file at the same time
  await writeFile(unfinished, createTar(used));
  await rename(unfinished, file);
}
