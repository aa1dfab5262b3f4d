/**
 * Runs before each test file. Disables the optimizing compiler, which is not worth its time for a database that lives for
 * seconds.
 */

import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--liftoff-only');
