/** The JSON that is answered besides the lists: what `/status.json` says of them, and the body of an error. */

import * as v from 'valibot';

import type { DirectoryName } from './directories.ts';
import { count, dateTime, field, flag, name, text } from './fields.ts';
import { dataSources } from './http.ts';

export const DirectoryStatus = v.pipe(
  v.object({
    path: field(text, 'Request path of the list.'),
    records: field(
      v.nullable(count),
      'Number of records of the newest stored copy; null where there is none that can be used.',
    ),
    bytes: field(
      v.nullable(count),
      'Length of the uncompressed list of the newest stored copy; null where there is none that can be used.',
    ),
    cachedAt: field(
      v.nullable(dateTime),
      'When the database was read for the newest stored copy; null where there is none that can be used.',
    ),
    source: field(
      v.nullable(v.picklist(dataSources)),
      '`database`: the database was read within the last hour, so the list is as fresh as promised. `last-good`: the copy is older, and answers are stale. Null: there is no copy.',
    ),
    emptyByDesign: field(
      flag,
      'Whether the list is empty because nothing is published: the database was read and has no record. False for a list with records, and where nothing is known.',
    ),
    problem: field(v.nullable(text), 'One sentence when something is wrong, else null.'),
  }),
  v.title('DirectoryStatus'),
  v.description('The state of one list.'),
);

export const Status = v.pipe(
  v.object({
    checkedAt: field(dateTime, 'When the copies were looked at.'),
    release: field(text, 'Which release of the service answers.'),
    directories: field(
      v.object({
        startups: DirectoryStatus,
        founders: DirectoryStatus,
        jobs: DirectoryStatus,
      } satisfies Record<DirectoryName, unknown>),
      'The state of each list, by its name.',
    ),
  }),
  v.title('Status'),
  v.description('How many records each list has, and how old they are.'),
);

/** The body of an error of the service's own. */
export const Problem = v.pipe(
  v.object({
    type: field(
      text,
      'What kind of problem it is; `about:blank` says no more than the status does.',
    ),
    title: field(name, 'The status in words.'),
    status: field(
      v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
      'The HTTP status of the answer.',
    ),
    detail: field(name, 'What a client can do about it.'),
  }),
  v.title('Problem'),
  v.description('Why there is no list (RFC 9457, problem details for HTTP APIs).'),
);

export type DirectoryStatus = v.InferOutput<typeof DirectoryStatus>;
export type Status = v.InferOutput<typeof Status>;
