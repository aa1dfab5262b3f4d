/** The records of the contract and the door, by the tests of the contract. */

import { strykerConfig } from './stryker-config.js';

export default strykerConfig('records', [
  'contract/{url,date-time,fields}.ts',
  'contract/{directories,founder,job,startup,door,paths}.ts',
]);
