/** A part of the fault matrix, spread over it; `npm run matrix` tries all of it. */

import { databaseFaults } from '../simulation/database-faults.ts';
import type { Surroundings } from '../simulation/run.ts';
import { surroundings } from '../simulation/surroundings.ts';
import { allCells } from './cells.ts';
import { wrongCells } from './try-cells.ts';

/** Has no factor in common with the sizes of the matrix, so that every row and column is met. */
const STRIDE = 97;

/** Some seconds, but many more on a busy machine. */
const LIMIT_MS = 120_000;

let around: Surroundings;

beforeAll(async () => {
  around = await surroundings();
}, LIMIT_MS);

afterAll(() => {
  around.logs.release();
});

test('every fault is met in the part that is tried here', () => {
  const tried = allCells().filter((_, index) => index % STRIDE === 0);

  expect(new Set(tried.map(({ databaseFault }) => databaseFault)).size).toBe(
    Object.keys(databaseFaults).length + 1,
  );
  expect(new Set(tried.map(({ copyState }) => copyState))).toEqual(
    new Set(allCells().map(({ copyState }) => copyState)),
  );
  expect(new Set(tried.map(({ life, directory }) => `${life} ${directory.name}`)).size).toBe(9);
});

test(
  'what is answered is what the oracle says, whatever fails',
  async () => {
    const tried = allCells().filter((_, index) => index % STRIDE === 0);

    const wrong: string[] = [];
    for await (const sentence of wrongCells(tried, around)) wrong.push(sentence);

    expect(wrong).toEqual([]);
  },
  LIMIT_MS,
);
