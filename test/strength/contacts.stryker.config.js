/** What recognises e-mail addresses and phone numbers. */

import { strykerConfig } from './stryker-config.js';

export default strykerConfig('contacts', ['contract/contact.ts']);
