/** `npm start`. */

import { exitCodeOf } from '../tools/command.ts';
import { start } from './start-command.ts';

process.exitCode = await exitCodeOf(start(), process.argv.slice(2));
