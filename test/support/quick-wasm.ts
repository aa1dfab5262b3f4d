/**
 * Runs before each test file. Disables V8's optimizing compiler for WebAssembly. Many tests use PGlite, a database that runs as
 * WebAssembly. Each of these databases exists for only seconds, so the compiler would take more time than it saves.
 */

import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--liftoff-only');
