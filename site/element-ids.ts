/** Ids of the elements that the scripts fill. */

export const elementIds = {
  note: 'stale-note',
  tabs: 'lists',
  explorer: 'explorer',
} as const;

export function elementOf(name: keyof typeof elementIds): Element {
  const element = document.querySelector(`#${elementIds[name]}`);
  if (element === null) throw new Error(`The page has no element #${elementIds[name]}`);
  return element;
}
