/** Stores and restores the scroll position and the focus. */

/** Id of the explorer's heading, which gets the focus when another view is shown. */
export const TITLE_ID = 'view-title';

const STORED = 'positions';

type ScrollPosition = ReturnType<typeof currentPosition>;
type Positions = readonly (readonly [address: string, ScrollPosition])[];

/** Stores the positions, so that they can be restored after a reload. Does nothing if the browser does not allow storage. */
export function storePositions(positions: Positions): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(positions));
  } catch {}
}

/** Returns the positions that were stored before a reload. After any other navigation, returns an empty array. */
export function storedPositions(): Positions {
  const [navigation] = performance.getEntriesByType('navigation');
  if (Reflect.get(navigation ?? {}, 'type') !== 'reload') return [];
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by storePositions
    return JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as Positions;
  } catch {
    return [];
  }
}

/**
 * Returns the scroll position in pixels and the address of the focused link.
 *
 * @param limit - number of cards that are shown. It is stored with the position.
 */
export function currentPosition(limit: number) {
  return { y: scrollY, href: document.activeElement?.getAttribute('href'), limit };
}

/**
 * Scrolls to a position and focuses its link, or the heading if the page does not contain the link. Without a position, scrolls
 * to the beginning and focuses the heading.
 */
export function moveTo(position: ScrollPosition | undefined): void {
  const link = [...document.links].find((each) => each.getAttribute('href') === position?.href);
  if (link === undefined) focusTitle();
  else link.focus({ preventScroll: true });
  scrollTo(0, position?.y ?? 0);
}

/** Calls `render`. If the heading had the focus and was replaced, focuses the new heading. */
export function keepingFocus(render: () => void): void {
  const hadFocus = document.activeElement?.id === TITLE_ID;
  render();
  if (hadFocus && document.activeElement?.id !== TITLE_ID) focusTitle();
}

/** Focuses the heading without scrolling. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>(`#${TITLE_ID}`)?.focus({ preventScroll: true });
}
