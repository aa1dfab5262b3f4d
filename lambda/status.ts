import { statusHandler } from './status/handler.ts';

export const handler = statusHandler();
