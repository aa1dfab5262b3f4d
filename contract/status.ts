/** What `/status.json` says of the three lists. Made of the stored copies alone; the database is not asked. */

import * as v from 'valibot';

import { count, dateTime, flag, text } from './fields.ts';
import { dataSources } from './http.ts';

export const DirectoryStatus = v.pipe(
  v.object({
    path: v.pipe(text, v.description('Request path of the list.')),
    records: v.pipe(
      v.nullable(count),
      v.description('Number of records in the newest copy; null where there is none to go by.'),
    ),
    bytes: v.pipe(v.nullable(count), v.description('Size of that list, not compressed.')),
    cachedAt: v.pipe(
      v.nullable(dateTime),
      v.description('When the database was read for it; the list itself says it as `X-Cached-At`.'),
    ),
    source: v.pipe(
      v.nullable(v.picklist(dataSources)),
      v.description(
        '`database`: read within the last hour, as fresh as promised. `last-good`: older than that, and the best there is.',
      ),
    ),
    emptyByDesign: v.pipe(
      flag,
      v.description(
        'Whether the list is empty because nothing is published: the database was read and had no record. False where nothing is known.',
      ),
    ),
    problem: v.pipe(v.nullable(text), v.description('What is wrong, in a sentence, or null.')),
  }),
  v.title('DirectoryStatus'),
  v.description('How one list is.'),
);

export const Status = v.pipe(
  v.object({
    checkedAt: v.pipe(dateTime, v.description('When the copies were looked at.')),
    directories: v.pipe(
      v.object({ startups: DirectoryStatus, founders: DirectoryStatus, jobs: DirectoryStatus }),
      v.description('Each list by its name.'),
    ),
  }),
  v.title('Status'),
  v.description('How the three lists are.'),
);

export type DirectoryStatus = v.InferOutput<typeof DirectoryStatus>;
export type Status = v.InferOutput<typeof Status>;
