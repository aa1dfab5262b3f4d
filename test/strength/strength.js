import { existsSync } from 'node:fs';

import everything from '../../jest.config.js';

/**
 * For Stryker, which changes the code in every way that it knows, one at a time, and asks whether a test of this part
 * notices. The tests need neither a bundle nor a database, because they run a thousand times.
 *
 * @param {string} part
 * @param {readonly string[]} mutate - files, or patterns of them
 * @param {readonly string[]} tests - paths in `test/`
 * @param {readonly string[]} [ignoredTests] - regular expressions
 */
export function strength(part, mutate, tests, ignoredTests = []) {
  const missing = mutate.filter((file) => !/[*!{]/u.test(file) && !existsSync(file));
  if (missing.length > 0) throw new Error(`Nothing to change: there is no ${missing.join(', ')}`);
  return {
    mutate,
    testRunner: 'jest',
    jest: {
      projectType: 'custom',
      config: {
        ...everything,
        // They bundle the functions.
        globalSetup: undefined,
        globalTeardown: undefined,
        // The tools too: what a test reaches through them counts as tested by it.
        roots: ['aws', 'contract', 'lambda', 'test', 'tools'].map(
          (folder) => `<rootDir>/${folder}`,
        ),
        testMatch: tests.map((pattern) => `<rootDir>/test/${pattern}`),
        testPathIgnorePatterns: ignoredTests,
        maxWorkers: 1,
        watchman: false,
      },
    },
    plugins: ['@stryker-mutator/jest-runner'],
    // Stryker would rewrite it with the API of TypeScript's compiler, which TypeScript 7 does not have.
    tsconfigFile: 'none',
    coverageAnalysis: 'perTest',
    concurrency: 2,
    // A busy machine is four times as slow.
    timeoutMS: 10_000,
    timeoutFactor: 4,
    ignorePatterns: ['cdk.out', '.local', '.stryker'],
    // Not incremental: what is changed in a constant would not be tried again when a test is added.
    incremental: false,
    tempDirName: `.stryker/tmp-${part}`,
    reporters: ['progress-append-only', 'clear-text', 'json', 'html'],
    clearTextReporter: { logTests: false, allowColor: false },
    jsonReporter: { fileName: `.stryker/${part}.json` },
    htmlReporter: { fileName: `.stryker/${part}.html` },
    thresholds: { high: 95, low: 90, break: 90 },
  };
}
