/** How far the page is scrolled, and which element has the focus. */

/** The id of the explorer's heading, which has the focus when another view is shown. */
export const TITLE_ID = 'view-title';

const STORED = 'positions';

type ScrollPosition = ReturnType<typeof currentPosition>;
type Positions = readonly (readonly [address: string, ScrollPosition])[];

/** Keeps the positions for a reload. A browser may refuse to store anything. */
export function storePositions(positions: Positions): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(positions));
  } catch {}
}

/** Returns the positions before a reload, or none after any other navigation. */
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

/** Returns the position in pixels, and the address of the link that has the focus. @param limit - how many cards are shown */
export function currentPosition(limit: number) {
  return { y: scrollY, href: document.activeElement?.getAttribute('href'), limit };
}

/** Scrolls to a position and focuses its link. Without a position, scrolls to the beginning and focuses the heading. */
export function moveTo(position: ScrollPosition | undefined): void {
  const link = [...document.links].find((each) => each.getAttribute('href') === position?.href);
  if (link === undefined) focusTitle();
  else link.focus({ preventScroll: true });
  scrollTo(0, position?.y ?? 0);
}

/** Keeps the focus on the heading if `render` replaces it. */
export function keepingFocus(render: () => void): void {
  const hadFocus = document.activeElement?.id === TITLE_ID;
  render();
  if (hadFocus && document.activeElement?.id !== TITLE_ID) focusTitle();
}

/** Focuses the heading without scrolling. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>(`#${TITLE_ID}`)?.focus({ preventScroll: true });
}
