/** Every database fault, every state of the stored copy, every kind of process, every directory; and what is wrong in each. */

import { isDeepStrictEqual } from 'node:util';

import { allDirectories, type Directory } from '../../contract/directories.ts';
import { databaseFaults, storeFaults } from '../simulation/faults.ts';
import type { Shared } from '../simulation/run.ts';
import { corruptions } from '../simulation/store.ts';
import { type Cell, type Expected, expectedOf, processKinds } from './oracle.ts';
import { type Came, runCell } from './run-cell.ts';

export interface DirectoryCell extends Cell {
  readonly directory: Directory;
}

export function allCells(): readonly DirectoryCell[] {
  const copyStates = ['good', ...Object.keys(corruptions), ...Object.keys(storeFaults)];
  return ['up', ...Object.keys(databaseFaults)].flatMap((databaseFault) =>
    copyStates.flatMap((copyState) =>
      processKinds.flatMap((process) =>
        allDirectories.map((directory) => ({ databaseFault, copyState, process, directory })),
      ),
    ),
  );
}

/** In one sentence how the answer is not the oracle's. */
export async function flawIn(cell: DirectoryCell, shared: Shared): Promise<string | undefined> {
  const { databaseFault, copyState, process, directory } = cell;
  const expected = expectedOf(cell);
  // Who asks again at once and has the list gets the same answer, without the list.
  const again = expected.status === 200 ? ({ ...expected, status: 304 } as const) : undefined;
  const [came, cameAgain] = await runCell(cell, shared);
  const flaw = differing(came, expected) ?? differing(cameAgain, again);
  if (flaw === undefined) return undefined;
  return `${directory.name}, ${process}, database: ${databaseFault}, copy: ${copyState}: ${flaw}`;
}

function differing(answer?: Came, wanted?: Expected): string | undefined {
  const { tookMs = 0, pending = 0, ...came } = answer ?? {};
  const { withinMs = 0, ...expected } = wanted ?? {};
  if (isDeepStrictEqual(came, expected) && tookMs <= withinMs && pending === 0) return undefined;
  const texts = [came, expected].map((each) => JSON.stringify(each));
  return `${texts[0]} after ${tookMs} ms with ${pending} pending, not ${texts[1]} within ${withinMs} ms`;
}
