/** Makes the one description of the service, OpenAPI 3.1, from the contract. */

import * as v from 'valibot';

import { allDirectories, type Directory, type DirectoryName } from '../../contract/directories.ts';
import { FRESH_SECONDS, header, LIST_CONTENT_TYPE, STATUS_SECONDS } from '../../contract/http.ts';
import { unavailable } from '../../contract/routing.ts';
import { EXAMPLE_ORIGIN, sitePaths } from '../../contract/site.ts';
import type { SiteFace } from '../../contract/site-face.ts';
import {
  type Example,
  headers,
  listResponse,
  reference,
  responses,
  statusHeaders,
} from './responses.ts';
import { exampleRecords, isObject, type JsonObject, schemaName, schemas } from './schemas.ts';

interface PathItem {
  readonly servers?: readonly { readonly url: string; readonly description: string }[];
  readonly get: JsonObject;
}

const PREFIX = '/v1';

/** Of the service at the example address, which whoever serves the description replaces by its own. */
export function openApiDocument(face: SiteFace, serverDescription: string) {
  return {
    openapi: '3.1.0',
    info: infoOf(face),
    servers: [{ url: EXAMPLE_ORIGIN + PREFIX, description: serverDescription }],
    security: [],
    tags,
    paths: {
      ...listPaths(),
      [sitePaths.status]: statusPath(`${serverDescription} Outside of ${PREFIX}.`),
    },
    components: {
      schemas: schemasWithExamples(),
      parameters: { IfNoneMatch: ifNoneMatch },
      headers,
      responses,
    },
  };
}

/** In the words of the stage; the licence is that of the data. */
function infoOf({ programme, summary, contact, terms }: SiteFace) {
  const isMailbox = contact.startsWith('mailto:');
  return {
    title: `Public Directory of ${programme}`,
    version: '1.0.0',
    summary: 'Startups, founders and open jobs, as three whole lists',
    description: `${summary}

Each directory is one list, which is sent as a whole: no pages, no filters, no search, and no address of a single record. Fetch a list, keep it, and filter on your side.

- **No keys.** Nobody signs in, and scripts of any origin may read every answer (CORS).
- **Kept for an hour.** An edit shows after ${FRESH_SECONDS / 60} minutes at the latest. Honour \`Cache-Control\`, ask with \`If-None-Match\`, and do not ask once for each of your visitors: that is fair use, and there is no other limit.
- **A stale answer beats a failure.** While the database is unavailable, the last good list is served with \`X-Data-Source: last-good\`; \`X-Cached-At\` says when it was read.
- **Fields are only added.** Within \`/v1\` no field is removed, renamed or retyped. Ignore those that you do not know. Every field described here is always present; null means that there is no value.
- **Jobs end in between.** A list may be an hour old, and the copy of an outage older: leave out jobs whose \`expires_at\` has passed.
- **Compressed.** Lists are sent as brotli or gzip to clients that take it. One that is too large without is 406 to the others.`,
    contact: {
      name: programme,
      ...(isMailbox ? { email: contact.slice('mailto:'.length) } : { url: contact }),
    },
    license: terms,
    termsOfService: terms.url,
  };
}

const tags = [
  { name: 'Directories', description: 'The three lists.' },
  { name: 'Status', description: 'How the lists are.' },
];

const ifNoneMatch = {
  name: header.ifNoneMatch,
  in: 'header',
  required: false,
  description: 'The `ETag` of the list that you have: an unchanged one is answered with 304.',
  schema: { type: 'string' },
  example: headers[header.etag].example,
};

const texts: Readonly<
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
      'Every founder at an active startup who opted into the public directory. A record has no field for an e-mail address or a phone number, and one that is typed plainly into a name, the job title or a link is not published',
  },
  jobs: {
    operationId: 'listJobs',
    summary: 'The open jobs',
    members: 'Every published, unexpired job at an active startup; none while none is published',
  },
};

/** By path, without the prefix, which is the server's. */
function listPaths(): Readonly<Record<string, PathItem>> {
  const records = exampleRecords();
  return Object.fromEntries(
    allDirectories.map((directory) => [
      directory.path.slice(PREFIX.length),
      listPath(directory, records[schemaName(directory.record)]),
    ]),
  );
}

function listPath({ name, record }: Directory, example: unknown): PathItem {
  const { operationId, summary, members } = texts[name];
  return {
    get: {
      operationId,
      tags: ['Directories'],
      summary,
      description: `${members}. The whole list, ordered by \`id\`. Keep it and filter on your side; an edit shows within ${FRESH_SECONDS / 60} minutes. HEAD is answered alike, without the body. Query strings change nothing.`,
      parameters: [reference('parameters', 'IfNoneMatch')],
      responses: {
        200: listResponse(schemaName(record), examplesOf(name, example)),
        304: reference('responses', 'NotModified'),
        405: reference('responses', 'MethodNotAllowed'),
        406: reference('responses', 'NotAcceptable'),
        503: reference('responses', 'Unavailable'),
        default: reference('responses', 'Other'),
      },
    },
  };
}

function examplesOf(name: DirectoryName, record: unknown): Readonly<Record<string, Example>> {
  const one = { summary: 'A list of one record; invented', value: [record] };
  return name === 'jobs'
    ? { one, none: { summary: 'While no job is published', value: [] } }
    : { one };
}

/** Each property with the value that it has in a record to show. */
function schemasWithExamples(): Readonly<Record<string, JsonObject>> {
  const shown: Readonly<Record<string, JsonObject>> = {
    ...exampleRecords(),
    Status: quietDay,
    DirectoryStatus: quietDay.directories['startups'] ?? {},
    Problem: v.parse(v.pipe(v.string(), v.parseJson(), v.looseObject({})), unavailable.body),
  };
  return Object.fromEntries(
    Object.entries(schemas()).map(([name, schema]): [string, JsonObject] => [
      name,
      { ...schema, properties: withExamples(schema['properties'], shown[name] ?? {}) },
    ]),
  );
}

function withExamples(properties: unknown, shown: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(isObject(properties) ? properties : {}).map(([field, schema]) => {
      const canHaveOne = isObject(schema) && !('$ref' in schema) && field in shown;
      return [field, canHaveOne ? { ...schema, examples: [shown[field]] } : schema];
    }),
  );
}

function statusPath(serverDescription: string): PathItem {
  return {
    servers: [{ url: EXAMPLE_ORIGIN, description: serverDescription }],
    get: {
      operationId: 'getStatus',
      tags: ['Status'],
      summary: 'How many records each list has, and how old they are',
      description: `What is known of the stored copy of each list, at most ${STATUS_SECONDS} s old. It is always answered with 200: what is wrong is in \`problem\`.`,
      responses: {
        200: {
          description: 'The state of the three lists.',
          headers: statusHeaders,
          content: {
            [LIST_CONTENT_TYPE]: {
              schema: reference('schemas', 'Status'),
              examples: {
                quietDay: {
                  summary: 'A quiet day, before the first job is published',
                  value: quietDay,
                },
              },
            },
          },
        },
        '4XX': reference('responses', 'Other'),
        default: reference('responses', 'Other'),
      },
    },
  };
}

const quietDay = {
  checkedAt: '2026-11-20T08:20:00.000Z',
  release: '1.0.0',
  directories: Object.fromEntries(
    allDirectories.map(({ name, path: route }) => [
      name,
      {
        path: route,
        records: name === 'jobs' ? 0 : 120,
        bytes: name === 'jobs' ? 2 : 84_210,
        cachedAt: '2026-11-20T08:00:00.000Z',
        source: 'database',
        emptyByDesign: name === 'jobs',
        problem: null,
      },
    ]),
  ),
};
