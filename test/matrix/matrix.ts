/** The whole fault matrix. Run as `npm run matrix`. */

import { command } from '../../cli/command.ts';
import { main } from '../../cli/main.ts';
import { sharedByRuns } from '../simulation/run.ts';
import { allCells, flawIn } from './cells.ts';

const help = `Tries every database fault with every state of the stored copy, cold, warm and thawed, for each directory,
and compares what is answered with an oracle. Takes a minute or two, and no options.

  npm run matrix

  --help    print this and stop

Exit code: 0 every answer was the expected one, 1 one was not, 2 wrong usage.
`;

export const matrix = command({
  name: 'matrix',
  help,
  async run({ terminal: { print } }) {
    const startedAt = performance.now();
    const shared = await sharedByRuns();
    const cells = allCells();
    let wrong = 0;
    for (const [index, cell] of cells.entries()) {
      if (process.stderr.isTTY) process.stderr.write(`\r${index} of ${cells.length} cells `);
      const flaw = await flawIn(cell, shared);
      if (flaw === undefined) continue;
      wrong += 1;
      print(flaw);
    }
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    print(`${cells.length} cells in ${seconds} s, ${wrong} answered otherwise than expected`);
    return wrong === 0 ? 0 : 1;
  },
});

main(import.meta.url, matrix);
