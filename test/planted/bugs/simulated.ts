/** Bugs that the simulation must notice by itself, without a test that knows of them. */

import type { PlantedBug } from '../planted-bug.ts';

const simulation = ['test/simulation/simulation.test.ts'];
const matrix = ['test/matrix/matrix.test.ts'];

export const simulatedBugs: readonly PlantedBug[] = [
  {
    name: 'in many runs, writes over whatever another process has written meanwhile',
    file: 'aws/last-good.ts',
    find: '{ IfMatch: copy.etag };',
    replace: '{};',
    tests: simulation,
  },
  {
    name: 'in many runs, gives copies of equal lists an equal ETag',
    file: 'aws/last-good.ts',
    find: 'Buffer.concat([snapshot.body, Buffer.from(timeInWhiteSpace(snapshot.cachedAt))])',
    replace: 'snapshot.body',
    tests: simulation,
  },
  {
    name: 'in many runs, remembers a list for an hour',
    file: 'lambda/directory/answer.ts',
    find: 'now >= since && now - since < memoryMs',
    replace: 'now >= since && now - since < 60 * memoryMs',
    tests: simulation,
  },
  {
    name: 'in many runs, publishes a list of which most is bad',
    file: 'lambda/directory/check.ts',
    find: 'BAD_PART_ALLOWED = 1 / 10',
    replace: 'BAD_PART_ALLOWED = 1',
    tests: simulation,
  },
  {
    name: 'in many runs, publishes a list that has lost most of its records',
    file: 'lambda/directory/check.ts',
    find: 'PART_THAT_MUST_REMAIN = 1 / 2',
    replace: 'PART_THAT_MUST_REMAIN = 0',
    tests: simulation,
  },
  {
    name: 'in many runs, leaves a call under way after the answer',
    file: 'lambda/directory/answer.ts',
    find: '    copyDeadline.end();\n    database.closeConnections();\n    lastGood.closeConnections();\n',
    replace: '',
    tests: simulation,
  },
  {
    name: 'in the matrix, serves a copy that is not what was written',
    file: 'aws/last-good.ts',
    find: "  if (metadata[copyMetadata.sha256] !== sha256) return unusable('not the bytes that were written');\n",
    replace: '',
    tests: matrix,
  },
  {
    name: 'in the matrix, lets caches keep a stale list for an hour with a 304',
    file: 'lambda/directory/render.ts',
    find: "    return { statusCode: 304, headers, body: '', isBase64Encoded: false };",
    replace:
      "    return { statusCode: 304, headers: { ...headers, [header.cacheControl]: listCacheControl(FRESH_SECONDS) }, body: '', isBase64Encoded: false };",
    tests: matrix,
  },
  {
    name: 'in the matrix, waits a millisecond longer for the database',
    file: 'contract/limits.ts',
    find: 'READ_WITH_COPY_MS = 3000',
    replace: 'READ_WITH_COPY_MS = 3002',
    tests: matrix,
  },
  {
    name: 'in the matrix, says now of a list that it read earlier',
    file: 'lambda/directory/render.ts',
    find: 'new Date(Math.min(snapshot.cachedAt, now)).toISOString()',
    replace: 'new Date(now).toISOString()',
    tests: matrix,
  },
];
