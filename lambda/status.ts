/** Entry point of the function that answers `/status.json`. */

import { siteEnvironment } from '../contract/names.ts';
import { systemClock } from './aws/clock.ts';
import { copiesFromEnvironment, required } from './environment.ts';
import { createStatusHandler } from './status/status-handler.ts';

export const handler = createStatusHandler(
  systemClock,
  copiesFromEnvironment(systemClock),
  required(siteEnvironment.release),
);
