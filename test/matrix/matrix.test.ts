/** A part of the fault matrix, spread over it; `npm run matrix` tries all of it. */

import { sharedByRuns } from '../simulation/run.ts';
import { allCells, type DirectoryCell, flawIn } from './cells.ts';

/**
 * Has no factor in common with the sizes of the matrix, so that every row and column is met. `npm run planted` asks for a
 * shorter one: some bugs show in few cells only.
 */
const STRIDE = Number(process.env['MATRIX_STRIDE'] ?? 199);

const tried = allCells().filter((_, index) => index % STRIDE === 0);

/** Some seconds, but many more on a busy machine. */
jest.setTimeout(120_000);

test('the part that is tried here has every fault, every copy and every kind of process', () => {
  const metBy = (cells: readonly DirectoryCell[]) => [
    new Set(cells.map(({ databaseFault }) => databaseFault)),
    new Set(cells.map(({ copyState }) => copyState)),
    new Set(cells.map(({ process, directory }) => `${process} ${directory.name}`)),
  ];

  expect(metBy(tried)).toEqual(metBy(allCells()));
});

test('every answer is the one that the oracle expects', async () => {
  const shared = await sharedByRuns();
  const flaws: (string | undefined)[] = [];
  for (const cell of tried) flaws.push(await flawIn(cell, shared));

  expect(flaws.filter((flaw) => flaw !== undefined)).toEqual([]);
});
