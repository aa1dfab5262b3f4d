// For mutation testing: only the tests that need neither a bundle nor a database, because they run a thousand times.
import everything from '../../jest.config.js';

const { globalSetup, globalTeardown, ...shared } = everything;

/** @type {import('jest').Config} */
export default {
  ...shared,
  rootDir: '../..',
  roots: ['contract', 'lambda', 'test'].map((folder) => `<rootDir>/${folder}`),
  testMatch: ['contract', 'lambda'].map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
  testPathIgnorePatterns: ['/test/lambda/(?:data-api|read)\\.test\\.ts$'],
  maxWorkers: 1,
};
