/** The whole fault matrix. Run as `npm run matrix`. */

import { command } from '../../cli/command.ts';
import { main } from '../../cli/main.ts';
import { sharedByRuns } from '../simulation/run.ts';
import { allCells, wrongCells } from './cells.ts';

const help = `Tries every database fault with every state of the stored copy, cold, warm and thawed, for each directory,
and compares what is answered with an oracle. Takes a minute or two, and no options.

  npm run matrix

  --help    print this and stop

Exit code: 0 every answer was the expected one, 1 one was not, 2 wrong usage.
`;

const startedAt = performance.now();
const cells = allCells();
let tried = 0;

export const matrix = command({ name: 'matrix', help, run: tryAll });

async function tryAll(): Promise<number> {
  let wrong = 0;
  for await (const wrongCell of wrongCells(counted(), await sharedByRuns())) {
    wrong += 1;
    process.stdout.write(`${wrongCell}\n`);
  }
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  process.stdout.write(
    `${tried} cells in ${seconds} s, ${wrong} answered otherwise than expected\n`,
  );
  return wrong === 0 ? 0 : 1;
}

function* counted(): Generator<(typeof cells)[number]> {
  for (const cell of cells) {
    if (process.stderr.isTTY) process.stderr.write(`\r${tried} of ${cells.length} cells `);
    yield cell;
    tried += 1;
  }
}

main(import.meta.url, matrix);
