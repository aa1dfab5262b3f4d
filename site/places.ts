/** The elements of the documents that the scripts fill, by their ids. */

export const places = {
  note: 'stale-note',
  explorer: 'explorer',
} as const;

export function placeOf(name: keyof typeof places): Element {
  const element = document.querySelector(`#${places[name]}`);
  if (element === null) throw new Error(`The document has no place for ${name}`);
  return element;
}
