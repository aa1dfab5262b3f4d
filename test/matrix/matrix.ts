/** The whole fault matrix. Run as `npm run matrix`. */

import { surroundings } from '../simulation/surroundings.ts';
import { allCells } from './cells.ts';
import { wrongCells } from './try-cells.ts';

const startedAt = performance.now();
const cells = allCells();
let tried = 0;
let wrong = 0;
for await (const sentence of wrongCells(counted(), await surroundings())) {
  wrong += 1;
  process.stdout.write(`${sentence}\n`);
}
if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
const seconds = Math.round((performance.now() - startedAt) / 1000);
process.stdout.write(`${tried} cells in ${seconds} s, ${wrong} answered otherwise than expected\n`);
process.exitCode = wrong === 0 ? 0 : 1;

function* counted(): Generator<(typeof cells)[number]> {
  for (const cell of cells) {
    if (process.stderr.isTTY) process.stderr.write(`\r${tried} of ${cells.length} cells `);
    yield cell;
    tried += 1;
  }
}
