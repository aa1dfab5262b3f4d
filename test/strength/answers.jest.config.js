import { jestConfig } from './jest-config.js';

/** Without the two that need a database; what they test of the code is tested without one too. */
export default {
  ...jestConfig(['lambda/**/*.test.ts', 'contract/{http,last-good,limits,names}.test.ts']),
  testPathIgnorePatterns: ['/test/lambda/(?:data-api|read)\\.test\\.ts$'],
};
