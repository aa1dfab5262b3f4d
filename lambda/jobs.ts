import { directories } from '../contract/directories.ts';
import { directoryHandler } from './directory/handler.ts';

export const handler = directoryHandler(directories.jobs);
