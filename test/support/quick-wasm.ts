/**
 * Runs before each test file. Disables the optimizing compiler for WebAssembly, which takes more time than it saves for a
 * database that exists for seconds.
 */

import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--liftoff-only');
