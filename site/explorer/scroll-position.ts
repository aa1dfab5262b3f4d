/** How far the page is scrolled, and which element has the focus. */

/** The id of the explorer's heading, which has the focus when another view is shown. */
export const TITLE_ID = 'view-title';

export interface ScrollPosition {
  /** How far the page was scrolled, in pixels. */
  readonly y: number;
  /** The address of the link that had the focus. */
  readonly href: string | null | undefined;
  /** How many cards were shown. */
  readonly limit: number;
}

const STORED = 'positions';

type Positions = readonly (readonly [address: string, ScrollPosition])[];

/** Keeps the positions for a reload. A browser may refuse to store anything. */
export function storePositions(positions: Positions): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(positions));
  } catch {}
}

/** The positions before a reload; empty after any other navigation. */
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

export function currentPosition(): Omit<ScrollPosition, 'limit'> {
  return { y: scrollY, href: document.activeElement?.getAttribute('href') };
}

/** Scrolls there, and gives the focus back to the link. */
export function returnTo({ y, href }: Omit<ScrollPosition, 'limit'>): void {
  const link = [...document.links].find((each) => each.getAttribute('href') === href);
  if (link === undefined) focusTitle();
  else link.focus({ preventScroll: true });
  scrollTo(0, y);
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

/** Shows another view from its beginning, with the focus on its heading. */
export function arrive(): void {
  focusTitle();
  scrollTo(0, 0);
}
