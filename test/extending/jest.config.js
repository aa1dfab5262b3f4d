import { strength } from '../strength/strength.js';

/** What names a place in a copy of the repository that does not compile, and so has no bundles. */
const { jest } = strength(
  'extending',
  [],
  ['extending/places.test.ts', 'contract/records.test.ts', 'contract/released.test.ts'],
);

export default { ...jest.config, rootDir: '../..' };
