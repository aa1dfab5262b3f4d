/** The path of a request, and what of the contract it uses, by the tests of the handlers. */

import { strykerConfig } from './stryker-config.js';

export default strykerConfig('answers', [
  'lambda/directory/*.ts',
  'aws/{clock,data-api,last-good,snapshot}.ts',
  'contract/{http,etag,last-good,limits,metrics,environment,edge,stage}.ts',
]);
