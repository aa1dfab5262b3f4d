import everything from '../../jest.config.js';

/**
 * For mutation testing: these test files only, which need neither a bundle nor a database, because they run a thousand
 * times. `tests` are paths in `test/`.
 *
 * @param {readonly string[]} tests
 * @returns {import('jest').Config}
 */
export function jestConfig(tests) {
  return {
    ...everything,
    // They bundle the functions.
    globalSetup: undefined,
    rootDir: '../..',
    // The tools too: what a test reaches through them counts as tested by it.
    roots: ['contract', 'lambda', 'test', 'tools'].map((folder) => `<rootDir>/${folder}`),
    testMatch: tests.map((pattern) => `<rootDir>/test/${pattern}`),
    maxWorkers: 1,
    watchman: false,
  };
}
