import { jestConfig } from './jest-config.js';

export default jestConfig([
  'contract/contact.test.ts',
  'security/contacts.test.ts',
  'lambda/check.test.ts',
]);
