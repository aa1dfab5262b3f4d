/** Runs test files in a copy of the repository, and tells which tests failed. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';

import * as v from 'valibot';

import { type JestResults, Results } from './verdict.ts';

/** A bug may make a test wait for ever. */
const LONGEST_RUN_MS = 180_000;

/** Enough for each of the bugs that the simulation is to notice. */
const SIMULATED_LIVES = '150';

/** Of a test that has no limit of its own: with some bugs, several of one file wait for ever. */
const HANGING = '--testTimeout=10000';

const RESULTS = 'jest-results.json';

/** Where there are no results, the run did not come to an end. */
export async function runJest(
  folder: string,
  tests: readonly string[],
  signal: AbortSignal,
): Promise<JestResults | undefined> {
  const file = path.join(folder, RESULTS);
  await rm(file, { force: true });
  const jest = path.join(folder, 'node_modules/jest/bin/jest.js');
  const options = [
    '--ci',
    '--forceExit',
    '--json',
    `--outputFile=${file}`,
    HANGING,
    '--runTestsByPath',
  ];
  const child = spawn(process.execPath, [jest, ...options, ...tests], {
    cwd: folder,
    stdio: 'ignore',
    timeout: LONGEST_RUN_MS,
    env: { ...process.env, SIMULATED_LIVES },
    // A process of its own group, so that Ctrl-C reaches it by us alone and once.
    detached: true,
    signal,
  });
  await once(child, 'exit');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : v.parse(Results, JSON.parse(text));
}
