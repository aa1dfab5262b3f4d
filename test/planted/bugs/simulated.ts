/** Bugs that the simulation must notice by itself, without a test that knows of them. */

import { bugsIn, type PlantedBug } from '../planted-bug.ts';

export const simulatedBugs: readonly PlantedBug[] = [
  ...bugsIn('aws/last-good.ts', ['test/simulation/simulation.test.ts'], {
    'in many runs, writes over whatever another process has written meanwhile': [
      '{ IfMatch: copy.etag };',
      '{};',
    ],
    'in many runs, gives copies of equal lists an equal ETag': [
      'Buffer.concat([snapshot.body, Buffer.from(timeInWhiteSpace(snapshot.cachedAt))])',
      'snapshot.body',
    ],
  }),
  ...bugsIn('lambda/directory/answer.ts', ['test/simulation/simulation.test.ts'], {
    'in many runs, remembers a list for an hour': [
      'now >= since && now - since < memoryMs',
      'now >= since && now - since < 60 * memoryMs',
    ],
    'in many runs, leaves a call under way after the answer': [
      '    copyDeadline.end();\n    database.closeConnections();\n    lastGood.closeConnections();\n',
      '',
    ],
  }),
  ...bugsIn('lambda/directory/check.ts', ['test/simulation/simulation.test.ts'], {
    'in many runs, publishes a list of which most is bad': [
      'BAD_PART_ALLOWED = 1 / 10',
      'BAD_PART_ALLOWED = 1',
    ],
    'in many runs, publishes a list that has lost most of its records': [
      'PART_THAT_MUST_REMAIN = 1 / 2',
      'PART_THAT_MUST_REMAIN = 0',
    ],
  }),
  ...bugsIn('aws/last-good.ts', ['test/matrix/matrix.test.ts'], {
    'in the matrix, serves a copy that is not what was written': [
      "  if (metadata[copyMetadata.sha256] !== sha256) return unusable('not the bytes that were written');\n",
      '',
    ],
  }),
  ...bugsIn('lambda/directory/render.ts', ['test/matrix/matrix.test.ts'], {
    'in the matrix, lets caches keep a stale list for an hour with a 304': [
      "    return { statusCode: 304, headers, body: '', isBase64Encoded: false };",
      "    return { statusCode: 304, headers: { ...headers, [header.cacheControl]: listCacheControl(FRESH_SECONDS) }, body: '', isBase64Encoded: false };",
    ],
    'in the matrix, says now of a list that it read earlier': [
      'new Date(Math.min(snapshot.cachedAt, now)).toISOString()',
      'new Date(now).toISOString()',
    ],
  }),
  ...bugsIn('contract/limits.ts', ['test/matrix/matrix.test.ts'], {
    'in the matrix, waits a millisecond longer for the database': [
      'READ_WITH_COPY_MS = 3000',
      'READ_WITH_COPY_MS = 3002',
    ],
  }),
];
