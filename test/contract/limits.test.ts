import { edgeLifetime, edgeSecurityHeaders, fallbackStatuses } from '../../contract/edge.ts';
import {
  EDGE_TIMEOUT_SECONDS,
  FUNCTION_MEMORY_MB,
  FUNCTION_TIMEOUT_SECONDS,
  GATEWAY_TIMEOUT_SECONDS,
  LARGEST_BODY_BYTES,
  LONGEST_ANSWER_SECONDS,
  READ_WITH_COPY_MS,
  ANSWER_WITH_COPY_MS,
  ANSWER_WITHOUT_COPY_MS,
  READ_WITHOUT_COPY_MS,
  REFRESH_MS,
  REFRESH_READ_MS,
  STORE_MS,
} from '../../contract/limits.ts';

const SECOND_MS = 1000;

/** Each number of `numbers` is greater than the one before. */
function expectToGrow(...numbers: readonly number[]): void {
  expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers);
  expect(new Set(numbers).size).toBe(numbers.length);
}

describe('whoever is nearest to the trouble', () => {
  it('gives up first where a copy can be served', () => {
    expectToGrow(0, STORE_MS, READ_WITH_COPY_MS, ANSWER_WITH_COPY_MS, 4 * SECOND_MS);
    expect(READ_WITH_COPY_MS + STORE_MS).toBeLessThanOrEqual(4 * SECOND_MS);
  });

  it('gives up first where there is no copy', () => {
    expectToGrow(
      READ_WITHOUT_COPY_MS,
      ANSWER_WITHOUT_COPY_MS,
      LONGEST_ANSWER_SECONDS * SECOND_MS,
      GATEWAY_TIMEOUT_SECONDS * SECOND_MS,
      EDGE_TIMEOUT_SECONDS * SECOND_MS,
    );
    expect(READ_WITHOUT_COPY_MS + STORE_MS).toBeLessThanOrEqual(ANSWER_WITHOUT_COPY_MS);
  });

  it('gives up first in a refresh, which outlasts a database that wakes up', () => {
    const WAKING_UP_MS = 30 * SECOND_MS;
    expectToGrow(WAKING_UP_MS, REFRESH_READ_MS, REFRESH_MS, FUNCTION_TIMEOUT_SECONDS * SECOND_MS);
  });
});

it('a body at its largest leaves the headers room in the 6 MiB of an answer', () => {
  expect(LARGEST_BODY_BYTES).toBe(6_283_264);
});

it('a function has the memory from which on Lambda gives it a whole processor', () => {
  expect(FUNCTION_MEMORY_MB).toBe(1769);
});

describe('the edge', () => {
  it('keeps a list for an hour at most, and nothing that does not say for how long', () => {
    expect(edgeLifetime).toEqual({ minSeconds: 0, defaultSeconds: 0, maxSeconds: 3600 });
  });

  it('asks the store on every status that says the service failed', () => {
    expect(fallbackStatuses).toEqual([500, 502, 503, 504]);
  });

  it('tells browsers to come by HTTPS for a year, to sniff nothing and to run nothing', () => {
    expect(edgeSecurityHeaders).toEqual({
      'X-Content-Type-Options': 'nosniff',
      'Strict-Transport-Security': 'max-age=31536000',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    });
  });
});
