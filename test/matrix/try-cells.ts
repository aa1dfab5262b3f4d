import type { Surroundings } from '../simulation/life.ts';
import { type DirectoryCell, nameOf } from './cells.ts';
import { expectedOf } from './oracle.ts';
import { runCell } from './run-cell.ts';

/** The cells whose answer is not the oracle's, each in one sentence. */
export async function* wrongCells(
  cells: Iterable<DirectoryCell>,
  surroundings: Surroundings,
): AsyncGenerator<string> {
  for (const cell of cells) {
    const { withinMs, ...expected } = expectedOf(cell);
    const { tookMs, pending, ...came } = await runCell(cell, surroundings);
    const isRight = inWords(came) === inWords(expected) && tookMs <= withinMs && pending === 0;
    if (isRight) continue;
    yield `${nameOf(cell)}: ${inWords(came)} after ${tookMs} ms with ${pending} pending, not ${inWords(expected)} within ${withinMs} ms`;
  }
}

function inWords(answer: object): string {
  return Object.entries(answer)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([key, value]) => `${key} ${String(value)}`)
    .join(', ');
}
