/** The records of the contract and its routing, by the tests of the contract. */

import { strength } from './strength.js';

export default strength(
  'records',
  [
    ...['fields', 'directories'].map((name) => `contract/${name}.ts`),
    ...['founder', 'job', 'startup', 'routing', 'paths'].map((name) => `contract/${name}.ts`),
  ],
  ['contract/**/*.test.ts', 'lambda/check.test.ts'],
);
