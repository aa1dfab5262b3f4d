/** Answers `/status.json` from the stored copies: no database is asked, so a sleeping one is left asleep. */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';

import { type Directory, directories } from '../../contract/directories.ts';
import { answerWithoutList } from '../../contract/routing.ts';
import { refreshSeconds } from '../../contract/environment.ts';
import {
  corsHeaders,
  type FixedAnswer,
  header,
  LIST_CONTENT_TYPE,
  securityHeaders,
} from '../../contract/http.ts';
import { siteCacheControl, sitePaths } from '../../contract/site.ts';
import type { Status } from '../../contract/status.ts';
import { type Clock, systemClock } from '../../aws/clock.ts';
import { Deadline, STORE_MS } from '../../aws/deadline.ts';
import type { LastGood, Stored } from '../../aws/last-good.ts';
import { lastGoodFromEnvironment } from '../directory/store-from-environment.ts';
import { againstOpenJobs, directoryStatus } from './directory-status.ts';

type PartialEvent = {
  readonly requestContext?: Partial<APIGatewayProxyEventV2['requestContext']>;
} | null;

export type StatusHandler = (event: PartialEvent) => Promise<FixedAnswer>;

/** Reads its settings from the environment, and calls no one before the first event. */
export function statusHandler(): StatusHandler {
  const every = Number(process.env[refreshSeconds] ?? NaN);
  const refreshMs = every > 0 ? every * 1000 : undefined;
  return createStatusHandler(systemClock, lastGoodFromEnvironment(), refreshMs);
}

/** @param refreshMs - how often each list is refreshed, in milliseconds; `undefined` where nothing refreshes. */
export function createStatusHandler(
  clock: Clock,
  lastGood: LastGood,
  refreshMs?: number,
): StatusHandler {
  return async (event) => {
    const method = event?.requestContext?.http?.method ?? 'GET';
    const refusal = answerWithoutList(method, sitePaths.status);
    if (refusal !== undefined) return refusal;
    const status = await look(clock, lastGood, refreshMs);
    return {
      statusCode: 200,
      headers: {
        [header.contentType]: LIST_CONTENT_TYPE,
        [header.cacheControl]: siteCacheControl.status,
        ...corsHeaders,
        ...securityHeaders,
      },
      body: method === 'HEAD' ? '' : JSON.stringify(status),
    };
  };
}

async function look(
  clock: Clock,
  lastGood: LastGood,
  refreshMs: number | undefined,
): Promise<Status> {
  const deadline = new Deadline(clock, STORE_MS);
  const read = async (directory: Directory): Promise<Stored> =>
    lastGood.read(directory, deadline.signal);
  const [startups, founders, jobs] = await Promise.all([
    read(directories.startups),
    read(directories.founders),
    read(directories.jobs),
  ]);
  deadline.end();
  lastGood.closeConnections();
  const now = clock.now();
  const statusOf = (directory: Directory, stored: Stored) =>
    directoryStatus(directory, stored, now, refreshMs);
  const counted = startups.state === 'found' ? startups.snapshot : undefined;
  return {
    checkedAt: new Date(now).toISOString(),
    directories: {
      startups: statusOf(directories.startups, startups),
      founders: statusOf(directories.founders, founders),
      jobs: againstOpenJobs(statusOf(directories.jobs, jobs), counted),
    },
  };
}
