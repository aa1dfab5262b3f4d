/** Runs test files in a copy of the repository, and decides whether they have caught the bug in it. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';

import * as v from 'valibot';

/** A bug may make a test wait for ever. */
const LONGEST_RUN_MS = 180_000;

/** More than in `npm test`: enough for each bug that simulation, matrix, properties or hostile addresses are to notice. */
export const LONGER_RUNS = { SIMULATED_RUNS: '75', MATRIX_STRIDE: '97', PROPERTY_RUNS: '3000' };

/** Of a test that has no limit of its own: with some bugs, several of one file wait for ever. */
const HANGING = '--testTimeout=10000';

const RESULTS = 'jest-results.json';

/** What is used of `jest --json`. */
const Results = v.object({
  numRuntimeErrorTestSuites: v.number(),
  testResults: v.array(
    v.object({
      message: v.string(),
      assertionResults: v.array(v.object({ fullName: v.string(), status: v.string() })),
    }),
  ),
});

type JestResults = v.InferOutput<typeof Results>;

export interface Verdict {
  readonly caught: boolean;
  /** The name of the test that caught it, or how it is that none did. */
  readonly why: string;
}

export const SOUND: Verdict = { caught: false, why: 'every test passes' };

export async function verdictOfRun(
  folder: string,
  tests: readonly string[],
  signal: AbortSignal,
  variables: Readonly<Record<string, string>> = {},
): Promise<Verdict> {
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
    env: { ...process.env, ...variables },
    // A process of its own group, so that Ctrl-C reaches it by us alone and once.
    detached: true,
    signal,
  });
  await once(child, 'exit');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return verdictOf(text === undefined ? undefined : v.parse(Results, JSON.parse(text)));
}

/** A test must have run and failed: code that does not even start is no bug of the service. Without results no run ended. */
export function verdictOf(results: JestResults | undefined): Verdict {
  if (results === undefined) return { caught: false, why: 'the tests did not come to an end' };
  if (results.numRuntimeErrorTestSuites > 0) {
    const broken = results.testResults.find(
      ({ assertionResults, message }) => assertionResults.length === 0 && message !== '',
    );
    const line = broken?.message.split('\n').find((text) => text.trim() !== '') ?? '';
    return { caught: false, why: `a test file could not run: ${line.trim()}` };
  }
  const failed = results.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed');
  return failed === undefined ? SOUND : { caught: true, why: failed.fullName };
}
