/** Entry point of the function that serves `/status.json`. */

import { siteEnvironment } from '../contract/names.ts';
import { systemClock } from './aws/clock.ts';
import { copiesFromEnvironment, required } from './environment.ts';
import { createStatusHandler } from './status/status-handler.ts';

const release = required(siteEnvironment.release);

export const handler = createStatusHandler(systemClock, copiesFromEnvironment(), release);
