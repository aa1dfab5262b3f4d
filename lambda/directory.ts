/** Entry of the three functions that answer for a directory each: one bundle, told apart by the environment. */

import { directories } from '../contract/directories.ts';
import { environment } from '../contract/names.ts';
import { directoryHandler } from './directory/list-handler.ts';
import { required } from './environment.ts';

const name = required(environment.directory);
const directory = Object.values(directories).find((each) => each.name === name);
if (directory === undefined) {
  throw new Error(`The environment variable ${environment.directory} names no directory: ${name}`);
}

export const handler = directoryHandler(directory);
