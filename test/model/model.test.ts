/**
 * Tests answers under many conditions at once: edits, outages, slow and failing services, wrong clocks, concurrent processes
 * and operators. A failure prints a shortened sequence of steps that still fails, a trace of these steps, and fast-check's seed
 * and path. To repeat the failure, run `MODEL_SEED=… MODEL_PATH=… npx jest test/model`.
 */

import zlib from 'node:zlib';

import * as fc from 'fast-check';

import { firstCopy, setting, steps } from './steps.ts';
import { World } from './world.ts';

const { MODEL_RUNS = '2000', MODEL_SEED = '20261120', MODEL_PATH } = process.env;

// This timeout is long enough for a run with many cases on a busy machine.
jest.setTimeout(5 * 3_600_000);

test('answers are correct during generated sequences of edits, faults and operations', async () => {
  // Real compression would run in a thread, and the virtual clock does not wait for threads.
  jest.spyOn(zlib, 'brotliCompress').mockImplementation(((list, _options, done) => {
    done(null, Buffer.from(list as Buffer));
  }) as typeof zlib.brotliCompress);
  const property = fc.asyncProperty(setting, steps, async (given, taken) => {
    const all = given.hasCopy ? [firstCopy, ...taken] : taken;
    expect(await new World(given).violationOf(all)).toBeUndefined();
  });

  const path = MODEL_PATH === undefined ? {} : { path: MODEL_PATH };
  await fc.assert(property, { numRuns: Number(MODEL_RUNS), seed: Number(MODEL_SEED), ...path });
});
