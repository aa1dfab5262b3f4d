/** The three lists: one path each. */

import { allDirectories, type Directory, type DirectoryName } from '../../contract/directories.ts';
import { FRESH_SECONDS } from '../../contract/http.ts';
import { type Example, type PathItem, reference } from './document.ts';
import { exampleRecords } from './example-records.ts';
import type { JsonObject } from './json.ts';
import { listResponse } from './responses.ts';
import { schemaName } from './schemas.ts';

const words: Readonly<
  Record<DirectoryName, { operationId: string; summary: string; members: string }>
> = {
  startups: {
    operationId: 'listStartups',
    summary: 'The startup portfolio',
    members: 'Every startup with an active enrollment, and the graduated alumni',
  },
  founders: {
    operationId: 'listFounders',
    summary: 'The public founder directory',
    members:
      'Every founder at an active startup who opted into the public directory, without e-mail addresses and phone numbers',
  },
  jobs: {
    operationId: 'listJobs',
    summary: 'The open jobs',
    members: 'Every published, unexpired job at an active startup; none while none is published',
  },
};

/** By path, without the prefix, which is the server's. */
export function listPaths(prefix: string): Readonly<Record<string, PathItem>> {
  const records = exampleRecords();
  return Object.fromEntries(
    allDirectories.map((directory) => [
      directory.path.slice(prefix.length),
      listPath(directory, records[directory.name]),
    ]),
  );
}

function listPath({ name, record }: Directory, example: JsonObject): PathItem {
  const { operationId, summary, members } = words[name];
  return {
    get: {
      operationId,
      tags: ['Directories'],
      summary,
      description: `${members}. The whole list, ordered by \`id\`. Keep it and filter on your side; an edit shows within ${FRESH_SECONDS / 60} minutes. HEAD is answered alike, without the body. Query strings change nothing.`,
      parameters: [reference('parameters', 'IfNoneMatch')],
      responses: {
        200: listResponse('The list.', schemaName(record), examplesOf(name, example)),
        304: reference('responses', 'NotModified'),
        405: reference('responses', 'MethodNotAllowed'),
        406: reference('responses', 'NotAcceptable'),
        503: reference('responses', 'Unavailable'),
        default: reference('responses', 'Other'),
      },
    },
  };
}

function examplesOf(name: DirectoryName, record: JsonObject): Readonly<Record<string, Example>> {
  const one = { summary: 'A list of one record; invented', value: [record] };
  return name === 'jobs'
    ? { one, none: { summary: 'While no job is published', value: [] } }
    : { one };
}
