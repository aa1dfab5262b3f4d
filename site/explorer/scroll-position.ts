/** How far the page is scrolled, and which element has the focus. */

import { elementIds } from '../element-ids.ts';

/** The id of the explorer's heading, which has the focus when another view is shown. */
export const TITLE_ID = 'view-title';

export interface ScrollPosition {
  /** How far the page was scrolled, in pixels. */
  readonly y: number;
  /** The link that had the focus: where it leads. */
  readonly href: string | null | undefined;
}

export function currentPosition(): ScrollPosition {
  return { y: scrollY, href: document.activeElement?.getAttribute('href') };
}

/** Scrolls there, and gives the focus back to the link. */
export function returnTo({ y, href }: ScrollPosition): void {
  const link = [...document.links].find((each) => each.getAttribute('href') === href);
  if (link === undefined) focusTitle();
  else link.focus({ preventScroll: true });
  scrollTo(0, y);
}

/** Whatever `render` puts in the heading's place, the focus stays on it. */
export function keepingFocus(render: () => void): void {
  const hadFocus = document.activeElement?.id === TITLE_ID;
  render();
  if (hadFocus && document.activeElement?.id !== TITLE_ID) focusTitle();
}

/** Also where what had the focus is no longer there. It scrolls nothing. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>(`#${TITLE_ID}`)?.focus({ preventScroll: true });
}

/** Shows another view from its beginning: the focus is on the heading, which is in sight. */
export function arrive(): void {
  focusTitle();
  const explorer = document.querySelector(`#${elementIds.explorer}`);
  if (explorer !== null && !isInUpperHalf(explorer)) explorer.scrollIntoView();
}

function isInUpperHalf(element: Element): boolean {
  const { top } = element.getBoundingClientRect();
  return top >= 0 && top < innerHeight / 2;
}
