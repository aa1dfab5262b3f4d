import { feedHandler } from './feed/handler.ts';

export const handler = feedHandler();
