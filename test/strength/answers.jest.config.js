import { jestConfig } from './jest-config.js';

export default {
  ...jestConfig(['lambda/**/*.test.ts', 'contract/http.test.ts', 'contract/names.test.ts']),
  testPathIgnorePatterns: ['/test/lambda/(?:data-api|read)\\.test\\.ts$'],
};
