/**
 * How often a property is tried: a short run is part of the suite, `npm run properties` is a long one.
 *
 * A failure prints fast-check's seed and path; `PROPERTY_SEED=… PROPERTY_PATH=… npx jest test/properties -t '…'` plays
 * it again.
 */

/** Records in all, of the properties that are about records. */
const SHORT_RUN = 3000;

const FIXED_SEED = 20_261_120;

/** Longer than a long run takes on a busy machine. */
export const LONGEST_RUN_MS = 30 * 60_000;

interface Runs {
  readonly numRuns: number;
  readonly seed: number;
  /** Of one counterexample, as a failure prints it. */
  readonly path?: string;
}

/** @param part - of all the records, from 0 to 1. Every try takes one record. */
export function runsFor(part: number): Runs {
  const { PROPERTY_RUNS, PROPERTY_SEED, PROPERTY_PATH } = process.env;
  return {
    numRuns: Math.ceil(Number(PROPERTY_RUNS ?? SHORT_RUN) * part),
    seed: Number(PROPERTY_SEED ?? FIXED_SEED),
    ...(PROPERTY_PATH === undefined ? {} : { path: PROPERTY_PATH }),
  };
}
