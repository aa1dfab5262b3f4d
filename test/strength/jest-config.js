import everything from '../../jest.config.js';

const { globalSetup, globalTeardown, ...shared } = everything;

/**
 * For mutation testing: these test files only, which need neither a bundle nor a database, because they run a thousand
 * times. `tests` are paths in `test/`.
 *
 * @param {readonly string[]} tests
 * @returns {import('jest').Config}
 */
export function jestConfig(tests) {
  return {
    ...shared,
    rootDir: '../..',
    roots: ['contract', 'lambda', 'test'].map((folder) => `<rootDir>/${folder}`),
    testMatch: tests.map((pattern) => `<rootDir>/test/${pattern}`),
    maxWorkers: 1,
    watchman: false,
  };
}
