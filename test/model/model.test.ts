/**
 * An answer under everything that can happen around it: edits, outages, slow and failing services, clocks that are wrong,
 * processes side by side, operators. A failure prints the shortest steps that still fail, what happened in them, and
 * fast-check's seed and path; `MODEL_SEED=… MODEL_PATH=… npx jest test/model` plays it again.
 */

import zlib from 'node:zlib';

import * as fc from 'fast-check';

import { firstCopy, setting, steps } from './steps.ts';
import { World } from './world.ts';

const { MODEL_RUNS = '2000', MODEL_SEED = '20261120', MODEL_PATH } = process.env;

/** Longer than a long run takes on a busy machine. */
jest.setTimeout(5 * 3_600_000);

test('an answer keeps its promises whatever happens', async () => {
  // Compression takes a thread, and so real time.
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
