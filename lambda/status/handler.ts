/** Answers `/status.json` from the stored copies: it never queries the database, so a paused one stays paused. */

import { type Clock, systemClock } from '../aws/clock.ts';
import type { Copies, Copy } from '../aws/copies.ts';
import { type Directory, directories } from '../../contract/directories.ts';
import { refreshSeconds, siteEnvironment } from '../../contract/names.ts';
import { FRESH_SECONDS, header, LIST_CONTENT_TYPE } from '../../contract/http.ts';
import { siteCacheControl, sitePaths } from '../../contract/site.ts';
import type { DirectoryStatus, Status } from '../../contract/status.ts';
import { visitorLimits } from '../../contract/limits.ts';
import { copiesFromEnvironment, required } from '../environment.ts';
import { type SiteHandler, siteHandler } from '../site.ts';

const FRESH_MS = FRESH_SECONDS * 1000;

/** EventBridge may start a refresh a minute late, and the refresh itself may take nearly another minute. */
const LATE_MS = 2 * 60_000;

const unknown = {
  records: null,
  bytes: null,
  cachedAt: null,
  source: null,
  emptyByDesign: false,
} as const;

const tooOld =
  'The database was last read more than an hour ago: answers are stale until it has been read again.';

const openJobsMissing =
  'The list is empty, but startups count open jobs: it changed between the two reads, or the jobs are not found.';

export interface StatusSettings {
  readonly release: string;
  /** How often each list is refreshed, in milliseconds; `undefined` where nothing refreshes. */
  readonly refreshMs: number | undefined;
}

/** Reads its settings from the environment, and connects to nothing before the first event. */
export function statusHandler(): SiteHandler {
  const every = Number(process.env[refreshSeconds] ?? NaN);
  const refreshMs = every > 0 ? every * 1000 : undefined;
  const release = required(siteEnvironment.release);
  return createStatusHandler(systemClock, copiesFromEnvironment(systemClock), {
    release,
    refreshMs,
  });
}

export function createStatusHandler(
  clock: Clock,
  copies: Copies,
  settings: StatusSettings,
): SiteHandler {
  return siteHandler(sitePaths.status, async () => ({
    headers: {
      [header.contentType]: LIST_CONTENT_TYPE,
      [header.cacheControl]: siteCacheControl.status,
    },
    body: JSON.stringify(await readStatus(clock, copies, settings)),
  }));
}

async function readStatus(
  clock: Clock,
  copies: Copies,
  { release, refreshMs }: StatusSettings,
): Promise<Status> {
  const read = async (directory: Directory) => copies.read(directory, visitorLimits.storeMs);
  const [startups, founders, jobs] = await Promise.all([
    read(directories.startups),
    read(directories.founders),
    read(directories.jobs),
  ]);
  copies.closeConnections();
  const now = clock.now();
  const statusOf = (directory: Directory, copy: Copy) =>
    directoryStatus(directory, copy, now, refreshMs);
  return {
    checkedAt: new Date(now).toISOString(),
    release,
    directories: {
      startups: statusOf(directories.startups, startups),
      founders: statusOf(directories.founders, founders),
      jobs: againstOpenJobs(statusOf(directories.jobs, jobs), startups),
    },
  };
}

/** `now` is in milliseconds since the Unix epoch, `refreshMs` in milliseconds. */
function directoryStatus(
  { path }: Directory,
  copy: Copy,
  now: number,
  refreshMs: number | undefined,
): DirectoryStatus {
  if (copy.state !== 'found') return { path, ...unknown, problem: problemOf(copy) };
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
    problem: isFresh ? notRefreshed(ageMs, refreshMs) : tooOld,
  };
}

/** A list of jobs that is empty while startups count open ones is not empty by design. */
function againstOpenJobs(jobs: DirectoryStatus, startups: Copy): DirectoryStatus {
  if (jobs.records !== 0 || !countsOpenJobs(startups)) return jobs;
  return { ...jobs, emptyByDesign: false, problem: jobs.problem ?? openJobsMissing };
}

/** Every refresh writes a copy, even of an unchanged list: a copy older than two refreshes means that they fail. */
function notRefreshed(ageMs: number, refreshMs: number | undefined): string | null {
  if (refreshMs === undefined || ageMs < 2 * refreshMs + LATE_MS) return null;
  return `The list was last read ${toMinutes(ageMs)} minutes ago, though it is refreshed every ${toMinutes(refreshMs)} minutes: the database cannot be read, what it has is refused, or the copy cannot be kept.`;
}

function toMinutes(milliseconds: number): number {
  return Math.floor(milliseconds / 60_000);
}

function problemOf({ state }: Exclude<Copy, { state: 'found' }>): string {
  switch (state) {
    case 'absent':
      return 'There is no copy of the list: the database has not been read yet.';
    case 'unusable':
      return 'The copy of the list is not what the service wrote.';
    case 'unreachable':
      return 'The store of copies does not answer.';
  }
}

/** Searches the text of the list: parsing megabytes for one number would be a waste. */
function countsOpenJobs(copy: Copy): boolean {
  return copy.state === 'found' && /"open_jobs_count":[1-9]/u.test(copy.list.body.toString());
}
