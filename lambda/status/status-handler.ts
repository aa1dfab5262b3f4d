/** Answers `/status.json` from the copies: it never queries the database, so a paused one stays paused. */

import { type Directory, directories } from '../../contract/directories.ts';
import { FRESH_SECONDS, header, LIST_CONTENT_TYPE } from '../../contract/http.ts';
import { visitorLimits } from '../../contract/limits.ts';
import { refreshSeconds, siteEnvironment } from '../../contract/names.ts';
import { siteCacheControl, sitePaths } from '../../contract/site.ts';
import type { DirectoryStatus, Status } from '../../contract/status-document.ts';
import { type Clock, systemClock } from '../aws/clock.ts';
import type { Copies, Copy } from '../aws/copies.ts';
import { copiesFromEnvironment, required } from '../environment.ts';
import { type SiteHandler, siteHandler } from '../site-handler.ts';

const FRESH_MS = FRESH_SECONDS * 1000;

/** EventBridge may start a refresh a minute late, and the refresh itself may take nearly another minute. */
const LATE_MS = 2 * 60_000;

const PROBLEMS = {
  absent: 'There is no copy of the list: the database has not been read yet.',
  unusable: 'The copy of the list is not what the service wrote.',
  unreachable: 'The store of copies does not answer.',
  tooOld:
    'The database was last read more than an hour ago: answers are stale until it has been read again.',
  openJobsMissing:
    'The list is empty, but startups count open jobs: it changed between the two reads, or the jobs are not found.',
} as const;

export interface StatusSettings {
  readonly release: string;
  /** How often each list is refreshed, in milliseconds; `undefined` where nothing refreshes. */
  readonly refreshMs: number | undefined;
}

/** Reads its settings from the environment, and connects to nothing before the first event. */
export function statusHandler(): SiteHandler {
  const every = Number(process.env[refreshSeconds] ?? NaN);
  const refreshMs = every > 0 ? every * 1000 : undefined;
  const settings = { release: required(siteEnvironment.release), refreshMs };
  return createStatusHandler(systemClock, copiesFromEnvironment(systemClock), settings);
}

export function createStatusHandler(
  clock: Clock,
  copies: Copies,
  { release, refreshMs }: StatusSettings,
): SiteHandler {
  return siteHandler(sitePaths.status, async () => {
    const read = async (directory: Directory) => copies.read(directory, visitorLimits.storeMs);
    const [startups, founders, jobs] = await Promise.all([
      read(directories.startups),
      read(directories.founders),
      read(directories.jobs),
    ]);
    copies.closeConnections();
    const now = clock.now();
    const status: Status = {
      checkedAt: new Date(now).toISOString(),
      release,
      directories: {
        startups: listStatus(directories.startups, startups, now, refreshMs),
        founders: listStatus(directories.founders, founders, now, refreshMs),
        jobs: againstOpenJobs(listStatus(directories.jobs, jobs, now, refreshMs), startups),
      },
    };
    return {
      headers: {
        [header.contentType]: LIST_CONTENT_TYPE,
        [header.cacheControl]: siteCacheControl.status,
      },
      body: JSON.stringify(status),
    };
  });
}

/** `now` is in milliseconds since the Unix epoch, `refreshMs` in milliseconds. */
function listStatus(
  { path }: Directory,
  copy: Copy,
  now: number,
  refreshMs: number | undefined,
): DirectoryStatus {
  if (copy.state !== 'found') {
    const nothing = { records: null, bytes: null, cachedAt: null, source: null } as const;
    return { path, ...nothing, emptyByDesign: false, problem: PROBLEMS[copy.state] };
  }
  const { records, body } = copy.list;
  const cachedAt = Math.min(copy.list.cachedAt, now); // another process's clock may be ahead of ours
  const ageMs = now - cachedAt;
  const isFresh = ageMs < FRESH_MS;
  return {
    path,
    records,
    bytes: body.length,
    cachedAt: new Date(cachedAt).toISOString(),
    source: isFresh ? 'database' : 'last-good',
    emptyByDesign: records === 0,
    problem: isFresh ? notRefreshed(ageMs, refreshMs) : PROBLEMS.tooOld,
  };
}

/** Every refresh writes a copy, even of an unchanged list: a copy older than two refreshes means that they fail. */
function notRefreshed(ageMs: number, refreshMs: number | undefined): string | null {
  if (refreshMs === undefined || ageMs < 2 * refreshMs + LATE_MS) return null;
  const [age, every] = [ageMs, refreshMs].map((ms) => Math.floor(ms / 60_000));
  return `The list was last read ${age} minutes ago, though it is refreshed every ${every} minutes: the database cannot be read, what it has is refused, or the copy cannot be kept.`;
}

/** A list of jobs that is empty while startups count open ones is not empty by design. */
function againstOpenJobs(jobs: DirectoryStatus, startups: Copy): DirectoryStatus {
  // A search in the text: parsing megabytes for one number would be a waste.
  const countsOpenJobs =
    startups.state === 'found' && /"open_jobs_count":[1-9]/u.test(startups.list.body.toString());
  if (jobs.records !== 0 || !countsOpenJobs) return jobs;
  return { ...jobs, emptyByDesign: false, problem: jobs.problem ?? PROBLEMS.openJobsMissing };
}
