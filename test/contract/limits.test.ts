import { MEMORY_SECONDS } from '../../contract/http.ts';
import {
  EDGE_TIMEOUT_SECONDS,
  FUNCTION_TIMEOUT_SECONDS,
  GATEWAY_TIMEOUT_SECONDS,
  LARGEST_BODY_BYTES,
  LONGEST_ANSWER_SECONDS,
  refreshLimits,
  RESUMING_PAUSE_MS,
  visitorLimits,
} from '../../contract/limits.ts';

/** Aurora takes half a minute to resume (Aurora User Guide, "Auto-pause"). */
const RESUMING_MS = 30_000;

/** The answer's JSON, of which the body is a part (AWS Lambda Developer Guide, "Quotas"). */
const LAMBDA_RESPONSE_BYTES = 6 * 1024 * 1024;

/** What is left for the work between the calls: checks and compression. */
const WORK_MS = 1000;

it.each<[string, readonly number[]]>([
  [
    'a visitor',
    [
      visitorLimits.storeMs,
      visitorLimits.databaseMs,
      // Database and copy are read side by side; then the copy is written.
      visitorLimits.databaseMs + visitorLimits.storeMs,
      LONGEST_ANSWER_SECONDS * 1000,
      GATEWAY_TIMEOUT_SECONDS * 1000,
      EDGE_TIMEOUT_SECONDS * 1000,
      MEMORY_SECONDS * 1000,
    ],
  ],
  [
    'a refresh',
    [
      RESUMING_PAUSE_MS,
      refreshLimits.storeMs,
      RESUMING_MS,
      refreshLimits.databaseMs,
      refreshLimits.databaseMs + refreshLimits.storeMs + WORK_MS,
      FUNCTION_TIMEOUT_SECONDS * 1000,
    ],
  ],
])('for %s, whoever is nearest to a failure gives up first', (_, limits) => {
  expect(limits.toSorted((a, b) => a - b)).toEqual(limits);
  expect(new Set(limits).size).toBe(limits.length);
});

it('the largest body leaves room for headers, and is a whole number of groups of base64', () => {
  expect(LAMBDA_RESPONSE_BYTES - LARGEST_BODY_BYTES).toBeGreaterThan(4096);
  expect(LARGEST_BODY_BYTES % 4).toBe(0);
});
