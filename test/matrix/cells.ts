/** Every database fault, every state of the stored copy, every kind of process, every directory; and what is wrong in each. */

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

/** The cells whose answer is not the oracle's, each in one sentence. */
export async function* wrongCells(
  cells: Iterable<DirectoryCell>,
  shared: Shared,
): AsyncGenerator<string> {
  for (const cell of cells) {
    const { databaseFault, copyState, process, directory } = cell;
    const name = `${directory.name}, ${process}, database: ${databaseFault}, copy: ${copyState}`;
    const expected = expectedOf(cell);
    // Who asks again at once and has the list gets the same answer, without the list.
    const again = expected.status === 200 ? ({ ...expected, status: 304 } as const) : undefined;
    const [came, cameAgain] = await runCell(cell, shared);
    const flaw = flawOf(came, expected) ?? flawOf(cameAgain, again, 'asked conditionally, ');
    if (flaw !== undefined) yield `${name}: ${flaw}`;
  }
}

function flawOf(
  answer: Came | undefined,
  wanted: Expected | undefined,
  how = '',
): string | undefined {
  const { tookMs = 0, pending = 0, ...came } = answer ?? {};
  const { withinMs = 0, ...expected } = wanted ?? {};
  const isRight = described(came) === described(expected) && tookMs <= withinMs && pending === 0;
  return isRight
    ? undefined
    : `${how}${described(came)} after ${tookMs} ms with ${pending} pending, not ${described(expected)} within ${withinMs} ms`;
}

function described(answer: object): string {
  return Object.entries(answer)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([key, value]) => `${key} ${String(value)}`)
    .join(', ');
}
