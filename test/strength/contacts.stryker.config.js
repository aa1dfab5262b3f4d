/** What recognises e-mail addresses and phone numbers. */

import { strength } from './strength.js';

export default strength(
  'contacts',
  ['contract/contact.ts'],
  ['contract/contact.test.ts', 'security/contacts.test.ts', 'lambda/check.test.ts'],
);
