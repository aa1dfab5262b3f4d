/** `npm run planted`: plants every bug, one at a time, and reports of each whether the tests have caught it. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { allBugs } from './all-bugs.ts';
import { CopiedTree } from './copied-tree.ts';
import { type PlantedBug, withBug } from './planted-bug.ts';
import { HELP, usageOf, WrongUsage } from './usage.ts';
import { type Verdict, verdictOfRun } from './verdict.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** Two cores, two copies. */
const TREES = 2;

export async function planted(
  args: readonly string[],
  signal: AbortSignal,
  print: (line: string) => void,
): Promise<number> {
  try {
    const { help, list, only } = usageOf(args);
    const bugs = allBugs.filter(({ name, file }) => `${name} ${file}`.includes(only));
    if (help) print(HELP);
    else if (bugs.length === 0) throw new WrongUsage(`No bug has "${only}" in it`);
    else if (list) for (const { name, file } of bugs) print(`${file}: ${name}`);
    else return await plantAll(bugs, signal, print);
    return 0;
  } catch (error) {
    if (!(error instanceof WrongUsage)) throw error;
    print(error.message);
    return 2;
  }
}

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
    if (sound.caught || sound.why !== 'every test passes') {
      print(`The tests fail without a bug: ${sound.caught ? sound.by : sound.why}`);
      return 1;
    }
    const left = [...bugs];
    let caught = 0;
    const plantInto = async (tree: CopiedTree): Promise<void> => {
      for (let bug = left.shift(); bug !== undefined; bug = left.shift()) {
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
  const run = async (): Promise<Verdict> => verdictOfRun(tree.folder, bug.tests, signal);
  const verdict = await tree.having(bug, run);
  const time = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  print(
    verdict.caught
      ? `caught  ${bug.name} (${time}): "${verdict.by}"`
      : `MISSED  ${bug.name} (${time}): ${verdict.why}; ${bug.file}, ${bug.tests.join(', ')}`,
  );
  return verdict;
}
