import { statusHandler } from './status/status-handler.ts';

export const handler = statusHandler();
