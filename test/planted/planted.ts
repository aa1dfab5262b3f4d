/** Plants bugs in a copy of the sources and expects the tests to notice each. Run as `npm run planted`. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { command, UsageError } from '../../cli/command.ts';
import { main } from '../../cli/main.ts';
import { allBugs } from './all-bugs.ts';
import { CopiedTree } from './copied-tree.ts';
import { type PlantedBug, withBug } from './planted-bug.ts';
import { LONGER_RUNS, SOUND, type Verdict, verdictOfRun } from './verdict.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** Two cores, two copies. */
const TREES = 2;

const help = `Plants bugs, one at a time, in a copy of the sources, and expects the tests that
are named for each to fail. A bug that no test notices is a hole in the tests.

  npm run planted [-- options]

  --only <text>    only the bugs whose name or file contains this text
  --list           say what would be planted, and plant nothing
  --help           print this and stop

Exit code: 0 every bug is caught, or --list; 1 one is not, 2 wrong usage.
`;

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
    const folder = trees[0]?.folder ?? '';
    const tests = [...new Set(bugs.flatMap((bug) => bug.tests))];
    const sound = await verdictOfRun(folder, tests, signal);
    if (sound !== SOUND) {
      print(`The tests fail without a bug: ${sound.why}`);
      return 1;
    }
    const left = bugs.values();
    let caught = 0;
    const plantInto = async (tree: CopiedTree): Promise<void> => {
      for (const bug of left) {
        const verdict = await plantOne(tree, bug, signal, print);
        if (verdict.caught) caught += 1;
      }
    };
    await Promise.all(trees.map(plantInto));
    print(`${caught} of ${bugs.length} planted bugs caught`);
    return caught === bugs.length ? 0 : 1;
  } finally {
    await Promise.all(trees.map(async (tree) => tree.remove()));
  }
}

async function plantOne(
  tree: CopiedTree,
  bug: PlantedBug,
  signal: AbortSignal,
  print: (line: string) => void,
): Promise<Verdict> {
  const startedAt = performance.now();
  const run = async (): Promise<Verdict> =>
    verdictOfRun(tree.folder, bug.tests, signal, LONGER_RUNS);
  const verdict = await tree.having(bug, run);
  const time = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  print(
    verdict.caught
      ? `caught  ${bug.name} (${time}): "${verdict.why}"`
      : `MISSED  ${bug.name} (${time}): ${verdict.why}; ${bug.file}, ${bug.tests.join(', ')}`,
  );
  return verdict;
}

main(import.meta.url, planted);
