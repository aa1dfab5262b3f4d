/** The three directories. Whatever exists once per directory is made by a loop over this table. */

import { Founder } from './founder.ts';
import { Job } from './job.ts';
import { paths } from './routing.ts';
import { Startup } from './startup.ts';

/**
 * - `path`: the request path, and with its leading slash cut off the key of the last-good copy.
 * - `record`: the schema of one record; the view `directory.<name>` has its fields as columns.
 * - `unique`: fields besides `id` of which no two records may have the same value.
 * - `mayShrink`: whether the list may lose more than half of its records between two reads, however long it is.
 *
 * Every list is ordered by `id`: bytes are compared, without a collation, so equal data gives equal lists everywhere.
 */
export const directories = {
  startups: {
    name: 'startups',
    path: paths.startups,
    record: Startup,
    unique: ['slug'],
    mayShrink: false,
  },
  founders: {
    name: 'founders',
    path: paths.founders,
    record: Founder,
    unique: [],
    mayShrink: false,
  },
  jobs: {
    name: 'jobs',
    path: paths.jobs,
    record: Job,
    unique: [],
    mayShrink: true, // the board is empty until its launch, and a closed hiring season empties it again
  },
} as const;

export type DirectoryName = keyof typeof directories;
export type Directory = (typeof directories)[DirectoryName];

export const allDirectories: readonly Directory[] = Object.values(directories);
