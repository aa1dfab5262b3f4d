import type { PlantedBug } from './planted-bug.ts';

/** The source with the bug in it. Throws where the text that it replaces is gone, or stands more than once. */
export function withBug(source: string, { name, file, find, replace }: PlantedBug): string {
  const places = source.split(find).length - 1;
  if (places !== 1) {
    throw new Error(`The bug "${name}" has its text ${places} times in ${file}, not once`);
  }
  return source.replace(find, () => replace);
}
