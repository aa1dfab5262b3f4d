/** Before everything and before each test file: a database that runs for seconds is not worth the optimising compiler. */

import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--liftoff-only');
