/** A part of the fault matrix, spread over it; `npm run matrix` tries all of it. */

import { databaseFaults } from '../simulation/faults.ts';
import { sharedByRuns } from '../simulation/run.ts';
import { allCells, wrongCells } from './cells.ts';

/** Has no factor in common with the sizes of the matrix, so that every row and column is met. */
const STRIDE = 97;

/** Some seconds, but many more on a busy machine. */
const LIMIT_MS = 120_000;

const tried = allCells().filter((_, index) => index % STRIDE === 0);

test('the part that is tried here has every fault, every copy and every kind of process', () => {
  const copyStates = new Set(allCells().map(({ copyState }) => copyState));
  const processes = tried.map(({ process, directory }) => `${process} ${directory.name}`);

  expect(new Set(tried.map(({ databaseFault }) => databaseFault)).size).toBe(
    Object.keys(databaseFaults).length + 1,
  );
  expect(new Set(tried.map(({ copyState }) => copyState))).toEqual(copyStates);
  expect(new Set(processes).size).toBe(9);
});

test(
  'every answer is the one that the oracle expects',
  async () => {
    const shared = await sharedByRuns();
    const wrong: string[] = [];
    for await (const cell of wrongCells(tried, shared)) wrong.push(cell);
    shared.logs.release();

    expect(wrong).toEqual([]);
  },
  LIMIT_MS,
);
