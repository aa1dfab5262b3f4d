import { jestConfig } from './jest-config.js';

/** Without the two that need a database; what they test of the code is tested without one too. */
export default {
  ...jestConfig([
    'lambda/**/*.test.ts',
    'aws/**/*.test.ts',
    'contract/{http,last-good,limits,names}.test.ts',
  ]),
  testPathIgnorePatterns: ['/test/(?:aws/data-api|lambda/read)\\.test\\.ts$'],
};
