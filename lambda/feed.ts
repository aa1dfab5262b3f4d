import { feedHandler } from './feed/feed-handler.ts';

export const handler = feedHandler();
