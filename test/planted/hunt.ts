/** Plants every bug and tells of each whether the tests have caught it. */

import type { CopiedTree } from './copied-tree.ts';
import type { PlantedBug } from './planted-bug.ts';
import { runJest } from './run-jest.ts';
import { type Verdict, verdictOf } from './verdict.ts';

export interface Found {
  readonly bug: PlantedBug;
  readonly verdict: Verdict;
  readonly seconds: number;
}

/** The tests of all the bugs, which must pass before anything is planted. */
export async function soundVerdict(
  tree: CopiedTree,
  bugs: readonly PlantedBug[],
  signal: AbortSignal,
): Promise<Verdict> {
  const tests = [...new Set(bugs.flatMap((bug) => bug.tests))];
  return verdictOf(await runJest(tree.folder, tests, signal));
}

/** As many at a time as there are trees. */
export async function hunt(
  trees: readonly CopiedTree[],
  bugs: readonly PlantedBug[],
  signal: AbortSignal,
  onFound: (found: Found) => void,
): Promise<readonly Found[]> {
  const left = [...bugs];
  const all: Found[] = [];
  const huntIn = async (tree: CopiedTree): Promise<void> => {
    for (let bug = left.shift(); bug !== undefined; bug = left.shift()) {
      const found = await huntOne(tree, bug, signal);
      all.push(found);
      onFound(found);
    }
  };
  await Promise.all(trees.map(huntIn));
  return all;
}

async function huntOne(tree: CopiedTree, bug: PlantedBug, signal: AbortSignal): Promise<Found> {
  const startedAt = performance.now();
  const results = await tree.having(bug, async () => runJest(tree.folder, bug.tests, signal));
  const seconds = (performance.now() - startedAt) / 1000;
  return { bug, verdict: verdictOf(results), seconds };
}
