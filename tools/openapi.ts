/** `npm run openapi`: writes the description to `docs/openapi.json`, or with `--check` tells whether it is up to date. */

import { fileURLToPath } from 'node:url';

import { keepDescription } from './openapi/keep-description.ts';

const file = fileURLToPath(new URL('../docs/openapi.json', import.meta.url));

process.exitCode = keepDescription(file, process.argv.slice(2));
