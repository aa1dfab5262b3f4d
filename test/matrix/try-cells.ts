import type { Surroundings } from '../simulation/run.ts';
import { type DirectoryCell, nameOf } from './cells.ts';
import { type Expected, expectedOf, unchangedOf } from './oracle.ts';
import { type Came, runCell } from './run-cell.ts';

/** The cells whose answer is not the oracle's, each in one sentence. */
export async function* wrongCells(
  cells: Iterable<DirectoryCell>,
  surroundings: Surroundings,
): AsyncGenerator<string> {
  for (const cell of cells) {
    const expected = expectedOf(cell);
    const [came, unchanged] = await runCell(cell, surroundings);
    const flaw =
      flawOf(came, expected) ?? flawOf(unchanged, unchangedOf(expected), 'asked conditionally, ');
    if (flaw !== undefined) yield `${nameOf(cell)}: ${flaw}`;
  }
}

function flawOf(
  answer: Came | undefined,
  wanted: Expected | undefined,
  how = '',
): string | undefined {
  const { tookMs = 0, pending = 0, ...came } = answer ?? {};
  const { withinMs = 0, ...expected } = wanted ?? {};
  const isRight = inWords(came) === inWords(expected) && tookMs <= withinMs && pending === 0;
  return isRight
    ? undefined
    : `${how}${inWords(came)} after ${tookMs} ms with ${pending} pending, not ${inWords(expected)} within ${withinMs} ms`;
}

function inWords(answer: object): string {
  return Object.entries(answer)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([key, value]) => `${key} ${String(value)}`)
    .join(', ');
}
