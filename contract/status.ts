/** What `/status.json` says of the three lists: how many records each has, how old they are, and what is wrong. */

import * as v from 'valibot';

import type { DirectoryName } from './directories.ts';
import { count, dateTime, flag, text } from './fields.ts';
import { dataSources } from './http.ts';

export const DirectoryStatus = v.pipe(
  v.object({
    path: v.pipe(text, v.description('Request path of the list.')),
    records: v.pipe(
      v.nullable(count),
      v.description(
        'Number of records of the newest stored copy; null where there is none that can be used.',
      ),
    ),
    bytes: v.pipe(
      v.nullable(count),
      v.description(
        'Length of the uncompressed list of the newest stored copy; null where there is none that can be used.',
      ),
    ),
    cachedAt: v.pipe(
      v.nullable(dateTime),
      v.description(
        'When the database was read for the newest stored copy; null where there is none that can be used.',
      ),
    ),
    source: v.pipe(
      v.nullable(v.picklist(dataSources)),
      v.description(
        '`database`: the database was read within the last hour, so the list is as fresh as promised. `last-good`: the copy is older, and answers are stale. Null: there is no copy.',
      ),
    ),
    emptyByDesign: v.pipe(
      flag,
      v.description(
        'Whether the list is empty because nothing is published: the database was read and has no record. False for a list with records, and where nothing is known.',
      ),
    ),
    problem: v.pipe(
      v.nullable(text),
      v.description('One sentence when something is wrong, else null.'),
    ),
  }),
  v.title('DirectoryStatus'),
  v.description('The state of one list.'),
);

export const Status = v.pipe(
  v.object({
    checkedAt: v.pipe(dateTime, v.description('When the copies were looked at.')),
    release: v.pipe(text, v.description('Which release of the service answers.')),
    directories: v.pipe(
      v.object({
        startups: DirectoryStatus,
        founders: DirectoryStatus,
        jobs: DirectoryStatus,
      } satisfies Record<DirectoryName, unknown>),
      v.description('The state of each list, by its name.'),
    ),
  }),
  v.title('Status'),
  v.description('How many records each list has, and how old they are.'),
);

export type DirectoryStatus = v.InferOutput<typeof DirectoryStatus>;
export type Status = v.InferOutput<typeof Status>;
