/** The three directories. Code that treats all of them alike loops over this table. */

import { Founder, Job, Startup } from './records.ts';
import { paths } from './routing.ts';

/**
 * Each directory has these properties:
 *
 * - `path`: the request path. The key of the last-good copy is this path without its leading slash.
 * - `record`: the schema of one record. The view `directory.<name>` has one column for each field of the record.
 * - `mayShrink`: whether a list of more than ten records may lose more than half of them between two reads.
 *
 * Every list is ordered by `id`. The order of UUIDs does not depend on a collation, so the same records have the same order in
 * every database.
 */
export const directories = {
  startups: { name: 'startups', path: paths.startups, record: Startup, mayShrink: false },
  founders: { name: 'founders', path: paths.founders, record: Founder, mayShrink: false },
  // The list of jobs may shrink, because it can be empty before the launch and between hiring seasons.
  jobs: { name: 'jobs', path: paths.jobs, record: Job, mayShrink: true },
} as const;

export type DirectoryName = keyof typeof directories;
export type Directory = (typeof directories)[DirectoryName];

export const allDirectories: readonly Directory[] = Object.values(directories);
