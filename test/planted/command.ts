/** `npm run planted`: from the command line to an exit code. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { allBugs } from './all-bugs.ts';
import { CopiedTree } from './copied-tree.ts';
import { type Found, hunt, soundVerdict } from './hunt.ts';
import type { PlantedBug } from './planted-bug.ts';
import { HELP, usageOf, WrongUsage } from './usage.ts';
import { withBug } from './with-bug.ts';

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
