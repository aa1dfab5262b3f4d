/** The suite that `npm run verify` runs. */

import { LONGEST_ANSWER_MS } from './answers.ts';
import { conformance } from './conformance.ts';

const { DIRECTORY_ADDRESS: address = '', DIRECTORY_IS_STALE: stale } = process.env;

conformance(() => address, { isStale: stale === 'true', limitMs: LONGEST_ANSWER_MS });
