/** The path of a request, and what it uses of the contract and of AWS, by the tests of the handlers. */

import { strength } from './strength.js';

/** It needs a database; what it tests of the code is tested without one too. */
const ignoredTests = ['/test/lambda/read\\.test\\.ts$'];

export default strength(
  'answers',
  [
    'lambda/directory/*.ts',
    // Only what handlers use: the others serve deployments and tools.
    'aws/*.ts',
    '!aws/{errors,refresh,retry}.ts',
    ...['http', 'last-good', 'limits'].map((name) => `contract/${name}.ts`),
    ...['names', 'edge'].map((name) => `contract/${name}.ts`),
  ],
  ['{aws,lambda}/**/*.test.ts', 'contract/{http,last-good,limits,names}.test.ts'],
  ignoredTests,
);
