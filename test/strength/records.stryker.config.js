/** The records of the contract, and what recognises contacts in them, by the tests of the contract. */

import { strykerConfig } from './stryker-config.js';

export default strykerConfig('records', [
  'contract/{contact,email,phone,undisguised}.ts',
  'contract/{url,date-time,fields}.ts',
  'contract/{directories,founder,job,startup,door,paths}.ts',
]);
