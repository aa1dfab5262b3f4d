import { MEMORY_SECONDS } from '../../contract/http.ts';
import * as limits from '../../contract/limits.ts';

/** Minimum time that Aurora takes to resume after a pause of more than a day (Aurora User Guide, "Auto-pause"). */
const RESUMING_MS = 30_000;

/** Maximum size of a function's response as JSON, including the body (AWS Lambda Developer Guide, "Quotas"). */
const LAMBDA_RESPONSE_BYTES = 6 * 1024 * 1024;

/** Time that a refresh may need for checking and compressing the list, in addition to its calls of the database and S3. */
const WORK_MS = 1000;

it.each<[string, readonly number[]]>([
  [
    'a visitor',
    [
      limits.visitorLimits.storeMs,
      limits.visitorLimits.databaseMs,
      // The database and the copy are read in parallel. Then the copy is written.
      limits.visitorLimits.databaseMs + limits.visitorLimits.storeMs,
      limits.LONGEST_ANSWER_SECONDS * 1000,
      limits.GATEWAY_TIMEOUT_SECONDS * 1000,
      limits.EDGE_TIMEOUT_SECONDS * 1000,
      MEMORY_SECONDS * 1000,
    ],
  ],
  [
    'a refresh',
    [
      limits.RESUMING_PAUSE_MS,
      limits.refreshLimits.storeMs,
      RESUMING_MS,
      limits.refreshLimits.databaseMs,
      limits.refreshLimits.databaseMs + limits.refreshLimits.storeMs + WORK_MS,
      limits.FUNCTION_TIMEOUT_SECONDS * 1000,
    ],
  ],
])('for %s, the limits are in ascending order, and no two are equal', (_, ordered) => {
  expect([...new Set(ordered)].toSorted((a, b) => a - b)).toEqual(ordered);
});

it('the largest body leaves room for headers, and its size is a multiple of four, like the length of base64 text', () => {
  expect(LAMBDA_RESPONSE_BYTES - limits.LARGEST_BODY_BYTES).toBeGreaterThan(4096);
  expect(limits.LARGEST_BODY_BYTES % 4).toBe(0);
});
