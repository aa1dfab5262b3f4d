/** Serves `/status.json` from the last-good copies. It never queries the database, so a paused database remains paused. */

import { type Directory, directories } from '../../contract/directories.ts';
import { FRESH_SECONDS, LIST_CONTENT_TYPE } from '../../contract/http.ts';
import { visitorLimits } from '../../contract/limits.ts';
import { sitePaths, STATUS_CACHE_CONTROL } from '../../contract/site.ts';
import type { Clock } from '../aws/clock.ts';
import type { Copies, Copy } from '../aws/copies.ts';
import { siteHandler } from '../site-handler.ts';

const PROBLEMS = {
  absent:
    'There is no copy that the service can read: no valid list has been stored yet, the copy was deleted, or the service has no permission to read it.',
  unusable: 'The copy is damaged, or another stage or an incompatible release wrote it.',
  unreachable: 'The copy cannot be read, because the storage does not respond or reports an error.',
  tooOld:
    'The list in the copy was read from the database at least an hour ago: since then, the database could not be read, the new list was refused, the copy could not be written, or no request for the list has reached the service.',
  openJobsMissing:
    'The list is empty, but startups have open jobs: the data changed between the reads of the two lists, or jobs are missing from this list.',
} as const;

/** Returns the handler for `/status.json`. @param release - the name of the deployed release. */
export function createStatusHandler(clock: Clock, copies: Copies, release: string) {
  return siteHandler(sitePaths.status, async () => {
    const read = async (directory: Directory) => copies.read(directory, visitorLimits.storeMs);
    const found = await Promise.all([
      read(directories.startups),
      read(directories.founders),
      read(directories.jobs),
    ]);
    copies.closeConnections();
    return {
      headers: { 'Content-Type': LIST_CONTENT_TYPE, 'Cache-Control': STATUS_CACHE_CONTROL },
      body: JSON.stringify(statusOf(found, release, clock.now())),
    };
  });
}

/** The document at `/status.json`. `site/openapi/base.json` describes its fields. */
export type Status = ReturnType<typeof statusOf>;

/** Returns the document. @param now - in milliseconds since the Unix epoch. */
function statusOf(copies: readonly [Copy, Copy, Copy], release: string, now: number) {
  const [startups, founders, jobs] = copies;
  return {
    checkedAt: new Date(now).toISOString(),
    release,
    directories: {
      startups: listStatus(directories.startups, startups, now),
      founders: listStatus(directories.founders, founders, now),
      jobs: againstOpenJobs(listStatus(directories.jobs, jobs, now), startups),
    },
  };
}

function listStatus({ path }: Directory, copy: Copy, now: number) {
  if (copy.state !== 'found') {
    const nothing = { records: null, bytes: null, cachedAt: null } as const;
    return { path, ...nothing, emptyByDesign: false, problem: PROBLEMS[copy.state] };
  }
  const { records, body } = copy.list;
  const cachedAt = Math.min(copy.list.cachedAt, now); // the clock of another process may be ahead
  return {
    path,
    records,
    bytes: body.length,
    cachedAt: new Date(cachedAt).toISOString(),
    emptyByDesign: records === 0,
    problem: now - cachedAt < FRESH_SECONDS * 1000 ? null : PROBLEMS.tooOld,
  };
}

/** Adds a problem if the list of jobs is empty although startups have open jobs. */
function againstOpenJobs(jobs: ReturnType<typeof listStatus>, startups: Copy) {
  // Search the text, because parsing megabytes of JSON for one number would be slow.
  const countsOpenJobs =
    startups.state === 'found' && /"open_jobs_count":[1-9]/u.test(startups.list.body.toString());
  if (jobs.records !== 0 || !countsOpenJobs) return jobs;
  return { ...jobs, emptyByDesign: false, problem: jobs.problem ?? PROBLEMS.openJobsMissing };
}
