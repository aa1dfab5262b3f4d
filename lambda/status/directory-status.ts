/** What a stored copy says of its list. */

import type { Directory } from '../../contract/directories.ts';
import { FRESH_SECONDS } from '../../contract/http.ts';
import type { DirectoryStatus } from '../../contract/status.ts';
import type { Stored } from '../../aws/last-good.ts';
import type { Snapshot } from '../../aws/snapshot.ts';

const FRESH_MS = FRESH_SECONDS * 1000;

/** A refresh comes up to a minute late (EventBridge), and may take nearly another one. */
const LATE_MS = 2 * 60_000;

/** `now` is in milliseconds since the Unix epoch, `refreshMs` in milliseconds. */
export function directoryStatus(
  { path }: Directory,
  stored: Stored,
  now: number,
  refreshMs: number | undefined,
): DirectoryStatus {
  if (stored.state !== 'found') return { path, ...unknown, problem: problemOf(stored) };
  const { records, body } = stored.snapshot;
  const cachedAt = Math.min(stored.snapshot.cachedAt, now); // another process's clock may be ahead of ours
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
export function againstOpenJobs(
  jobs: DirectoryStatus,
  startups: Snapshot | undefined,
): DirectoryStatus {
  if (jobs.records !== 0 || startups === undefined || !countsOpenJobs(startups)) return jobs;
  return { ...jobs, emptyByDesign: false, problem: jobs.problem ?? openJobsMissing };
}

const unknown = {
  records: null,
  bytes: null,
  cachedAt: null,
  source: null,
  emptyByDesign: false,
} as const;

const tooOld =
  'The database was last read more than an hour ago: answers are stale until it has been read again.';

/** Every refresh writes a copy, of an unchanged list too: one that two of them have passed by says that they fail. */
function notRefreshed(ageMs: number, refreshMs: number | undefined): string | null {
  if (refreshMs === undefined || ageMs < 2 * refreshMs + LATE_MS) return null;
  return `The list was last read ${toMinutes(ageMs)} minutes ago, though it is refreshed every ${toMinutes(refreshMs)} minutes: the database cannot be read, what it has is refused, or the copy cannot be kept.`;
}

function toMinutes(milliseconds: number): number {
  return Math.floor(milliseconds / 60_000);
}

const openJobsMissing =
  'The list is empty, but startups count open jobs: it changed between the two reads, or the jobs are not found.';

function problemOf({ state }: Exclude<Stored, { state: 'found' }>): string {
  switch (state) {
    case 'absent':
      return 'There is no copy of the list: the database has not been read yet.';
    case 'unusable':
      return 'The copy of the list is not what the service wrote.';
    case 'unreachable':
      return 'The store of copies does not answer.';
  }
}

/** Of the list as it stands: to parse megabytes for one number would be waste. */
function countsOpenJobs({ body }: Snapshot): boolean {
  return /"open_jobs_count":[1-9]/u.test(body.toString());
}
