/**
 * How often a property is tried: a short run is part of `npm test`, `.ci/check` makes a longer one and
 * `npm run properties` a long one.
 *
 * A failure prints fast-check's seed and path; `PROPERTY_SEED=… PROPERTY_PATH=… npx jest test/properties -t '…'` plays
 * it again.
 */

import * as fc from 'fast-check';

/** Records in all, of the properties that are about records. */
const SHORT_RUN = 1000;

const FIXED_SEED = 20_261_120;

/** Longer than a long run takes on a busy machine. */
jest.setTimeout(30 * 60_000);

const { PROPERTY_RUNS = SHORT_RUN, PROPERTY_SEED = FIXED_SEED, PROPERTY_PATH } = process.env;

/** @param part - of all the records, from 0 to 1. Every try takes one record. */
export function expectProperty<T>(part: number, property: fc.IProperty<T>): void {
  fc.assert(property, parameters(Math.ceil(Number(PROPERTY_RUNS) * part)));
}

/** As often in a short run as in a long one. */
export async function expectAsyncProperty<T>(
  tries: number,
  property: fc.IAsyncProperty<T>,
): Promise<void> {
  await fc.assert(property, parameters(tries));
}

function parameters<T>(numRuns: number): fc.Parameters<T> {
  return {
    numRuns,
    seed: Number(PROPERTY_SEED),
    ...(PROPERTY_PATH !== undefined && { path: PROPERTY_PATH }),
  };
}
