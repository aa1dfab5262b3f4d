/** Plants bugs in a copy of the sources and expects the tests to notice each. Run as `npm run planted`. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { command, UsageError } from '../../cli/command.ts';
import { main } from '../../cli/main.ts';
import { allBugs } from './all-bugs.ts';
import { CopiedTree } from './copied-tree.ts';
import { type Found, hunt, soundVerdict } from './hunt.ts';
import type { PlantedBug } from './planted-bug.ts';
import { withBug } from './with-bug.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** Two cores, two copies. */
const TREES = 2;

const help = `npm run planted -- [--only <text>] [--list]

Plants bugs, one at a time, in a copy of the sources, and expects the tests that
are named for each to fail. A bug that no test notices is a hole in the tests.

  --only <text>  the bugs whose sentence or file has this text in it
  --list         says what would be planted, and plants nothing
  --help         this

The exit code is 0 when every bug is caught, 1 when one is not, 2 on wrong usage.`;

export const planted = command({
  name: 'planted',
  help,
  options: { only: { type: 'string' }, list: { type: 'boolean' } },
  onInterrupt: 'finish',
  async run({ options: { only = '', list }, terminal, signal }) {
    const bugs = allBugs.filter(({ name, file }) => `${name} ${file}`.includes(only));
    if (bugs.length === 0) throw new UsageError(`No bug has "${only}" in it.`);
    if (!list) return plantAll(bugs, signal, terminal.print);
    for (const { name, file } of bugs) terminal.print(`${file}: ${name}`);
    return 0;
  },
});

async function plantAll(
  bugs: readonly PlantedBug[],
  signal: AbortSignal,
  print: (line: string) => void,
): Promise<number> {
  // Before minutes go by.
  for (const bug of bugs) withBug(await readFile(path.join(ROOT, bug.file), 'utf8'), bug);

  const trees = await Promise.all(Array.from({ length: TREES }, async () => CopiedTree.of(ROOT)));
  try {
    const [first] = trees;
    if (first === undefined) return 1;
    const sound = await soundVerdict(first, bugs, signal);
    if (sound.caught || sound.why !== 'every test passes') {
      print(`The tests fail without a bug: ${sound.caught ? sound.by : sound.why}`);
      return 1;
    }
    const all = await hunt(trees, bugs, signal, (found) => {
      print(line(found));
    });
    const caught = all.filter(({ verdict }) => verdict.caught).length;
    print(`${caught} of ${bugs.length} planted bugs caught`);
    return caught === bugs.length ? 0 : 1;
  } finally {
    await Promise.all(trees.map(async (tree) => tree.remove()));
  }
}

function line({ bug, verdict, seconds }: Found): string {
  const time = `${seconds.toFixed(1)} s`;
  return verdict.caught
    ? `caught  ${bug.name} (${time}): "${verdict.by}"`
    : `MISSED  ${bug.name} (${time}): ${verdict.why}; ${bug.file}, ${bug.tests.join(', ')}`;
}

main(import.meta.url, planted);
