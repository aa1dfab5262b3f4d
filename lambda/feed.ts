/** Entry point of the function that serves `/feed.xml` and `/feed.json`. */

import { siteEnvironment } from '../contract/names.ts';
import { systemClock } from './aws/clock.ts';
import { copiesFromEnvironment, required } from './environment.ts';
import { createFeedHandler } from './feed/feed-handler.ts';

export const handler = createFeedHandler(systemClock, copiesFromEnvironment(), {
  origin: required(siteEnvironment.origin),
  title: required(siteEnvironment.title),
  subtitle: required(siteEnvironment.subtitle),
});
