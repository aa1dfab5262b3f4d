/** One small change to the sources that makes the service break a promise, and the tests that must notice it. */
export interface PlantedBug {
  /** What the service then does, as a sentence without its subject: unique in the whole list. */
  readonly name: string;
  /** The file that is changed, from the root of the repository. */
  readonly file: string;
  /** The text that is replaced; it occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** The test files that pass without the bug, and of which at least one test fails with it. */
  readonly tests: readonly string[];
}

/** Bugs in one file that the same tests must notice, by name. */
export function bugsIn(
  file: string,
  tests: readonly string[],
  bugs: Readonly<Record<string, readonly [find: string, replace: string]>>,
): readonly PlantedBug[] {
  return Object.entries(bugs).map(([name, [find, replace]]) => ({
    name,
    file,
    find,
    replace,
    tests,
  }));
}

/** The source with the bug in it. Throws where the text that it replaces is gone, or occurs more than once. */
export function withBug(source: string, { name, file, find, replace }: PlantedBug): string {
  const places = source.split(find).length - 1;
  if (places !== 1) {
    throw new Error(`The bug "${name}" has its text ${places} times in ${file}, not once`);
  }
  return source.replace(find, () => replace);
}
