import { availableParallelism } from 'node:os';

// The variables are set here, in the parent process, because its workers inherit them.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
process.env.AWS_REGION = 'eu-west-1';
process.env.AWS_ACCESS_KEY_ID = 'test';
process.env.AWS_SECRET_ACCESS_KEY = 'test';
process.env.AWS_EC2_METADATA_DISABLED = 'true';
process.env.CDK_VALIDATION = 'false'; // validation takes six seconds per file, so only one test, in CI, enables it

const sources = ['bin', 'client', 'contract', 'lambda', 'lib', 'local', 'site', 'tools'];

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  workerGracefulExitTimeout: 30_000, // the default of half a second is too short on a busy machine
  roots: [...sources, 'test'].map((folder) => `<rootDir>/${folder}`),
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  setupFiles: ['<rootDir>/test/support/quick-wasm.ts'],
  // The sources are ES modules. They are transformed to CommonJS, so that Jest does not need --experimental-vm-modules.
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
  // These packages must be transformed too. marked and preact are ES modules, and the CommonJS build of PGlite calls import().
  transformIgnorePatterns: ['/node_modules/(?!@electric-sql/|marked/|preact)'],
  collectCoverageFrom: sources.map((folder) => `${folder}/**/*.{ts,tsx}`),
  restoreMocks: true,
  // This timeout is long, because a busy machine can be ten times slower. No test waits for it.
  testTimeout: 300_000,
  // The tests of the service spend much of their time waiting, so more workers than cores are faster. CI has only one worker per
  // core, because it also tests long lists, whose reads must finish within a few seconds.
  maxWorkers: process.env.CI === 'true' ? '100%' : Math.ceil(1.5 * availableParallelism()),
};
