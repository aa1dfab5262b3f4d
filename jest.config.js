import { availableParallelism } from 'node:os';

// Set here, in the parent process: the workers inherit it.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
process.env.AWS_REGION = 'eu-west-1';
process.env.AWS_ACCESS_KEY_ID = 'test';
process.env.AWS_SECRET_ACCESS_KEY = 'test';
process.env.AWS_EC2_METADATA_DISABLED = 'true';
process.env.CDK_VALIDATION = 'false'; // six seconds for each file; in CI one test has it on

const sources = ['bin', 'client', 'contract', 'lambda', 'lib', 'local', 'site', 'tools'];

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  workerGracefulExitTimeout: 30_000, // half a second is too short on a busy machine
  roots: [...sources, 'test'].map((folder) => `<rootDir>/${folder}`),
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  setupFiles: ['<rootDir>/test/support/quick-wasm.ts'],
  // The sources are ESM; Jest runs them as CommonJS (no --experimental-vm-modules needed).
  transform: {
    '^.+\\.(ts|js|mjs|cjs)$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, sourceMaps: 'inline' },
    ],
    '^.+\\.tsx$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic', importSource: 'preact' } },
        },
        sourceMaps: 'inline',
      },
    ],
  },
  // marked is ESM, and PGlite's CommonJS build calls import(): Jest's own module loader can do neither untransformed.
  transformIgnorePatterns: ['/node_modules/(?!@electric-sql/|marked/|preact)'],
  collectCoverageFrom: sources.map((folder) => `${folder}/**/*.{ts,tsx}`),
  restoreMocks: true,
  // No test is about Jest's own limit, and a busy machine is ten times as slow.
  testTimeout: 300_000,
  // Much of the time of the service's tests is waiting: fewer workers leave a core idle. In CI the long lists, whose reads
  // have a limit in seconds, are among them.
  maxWorkers: process.env.CI === 'true' ? '100%' : Math.ceil(1.5 * availableParallelism()),
};
