import { jestConfig } from '../strength/jest-config.js';

/** What names a place in a copy of the repository that does not compile, and so has no bundles. */
export default jestConfig([
  'extending/places.test.ts',
  'contract/records.test.ts',
  'contract/released.test.ts',
]);
