/** `/status.json`, which is beside the lists, outside of `/v1`. */

import { allDirectories } from '../../contract/directories.ts';
import { LIST_CONTENT_TYPE, STATUS_SECONDS } from '../../contract/http.ts';
import { sitePaths } from '../../contract/site.ts';
import { type Example, type PathItem, reference, type Server } from './document.ts';
import { statusHeaders } from './responses.ts';

/** `server` is the address without `/v1`. */
export function statusPath(server: Server): Readonly<Record<string, PathItem>> {
  return {
    [sitePaths.status]: {
      servers: [server],
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
                schema: { ...reference('schemas', 'Status') },
                examples: { quietDay: example },
              },
            },
          },
          '4XX': reference('responses', 'Other'),
          default: reference('responses', 'Other'),
        },
      },
    },
  };
}

const example: Example = {
  summary: 'A quiet day, before the first job is published',
  value: {
    checkedAt: '2026-11-20T08:20:00.000Z',
    directories: Object.fromEntries(
      allDirectories.map(({ name, path }) => [
        name,
        {
          path,
          records: name === 'jobs' ? 0 : 120,
          bytes: name === 'jobs' ? 2 : 84_210,
          cachedAt: '2026-11-20T08:00:00.000Z',
          source: 'database',
          emptyByDesign: name === 'jobs',
          problem: null,
        },
      ]),
    ),
  },
};
