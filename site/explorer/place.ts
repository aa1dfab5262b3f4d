/**
 * Where the reader is in the page: how far it is scrolled, and what has the focus. The browser keeps the place with an entry of
 * its history, so Back, Forward and a reload lead there, also from another document, when the lists have to be loaded again.
 */

import { places } from '../places.ts';

/** The id of the explorer's heading, which has the focus when another view is shown. */
export const TITLE_ID = 'view-title';

/** How long the page rests before its place is kept: browsers refuse more than 100 changes of an entry in 30 s. */
const AT_REST_MS = 350;

export interface Place {
  /** How far the page was scrolled, in pixels. */
  readonly y: number;
  /** How many cards were shown. */
  readonly limit: number;
  /** Where the link led that had the focus, and which it was of all that lead there. */
  readonly link: readonly [address: string, index: number] | undefined;
}

/** The place of the current entry; `undefined` while it is new. */
export function keptPlace(): Place | undefined {
  const state: unknown = history.state;
  return isPlace(state) ? state : undefined;
}

function isPlace(state: unknown): state is Place {
  return typeof state === 'object' && state !== null && 'y' in state;
}

/** In the current entry, whose address may change. */
export function keepPlace(limit: number, address?: string, link = document.activeElement): Place {
  const place: Place = {
    y: scrollY,
    limit,
    link:
      link instanceof HTMLAnchorElement ? [link.href, linksTo(link.href).indexOf(link)] : undefined,
  };
  history.replaceState(place, '', address);
  return place;
}

/** Calls `keep` whenever the place is another: after scrolling, and before a link is followed. */
export function watchPlace(keep: (link?: Element) => void): void {
  history.scrollRestoration = 'manual'; // the browser would scroll before the lists are there
  let timer: ReturnType<typeof setTimeout> | undefined;
  addEventListener('scroll', () => {
    clearTimeout(timer);
    timer = setTimeout(() => keep(), AT_REST_MS);
  });
  addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (link !== null) keep(link); // Safari gives it no focus
    },
    { capture: true },
  );
}

/** Scrolls there and gives the focus back to the link. Says whether there is one. */
export function returnTo({ y, link: [address, index] = ['', 0] }: Place): boolean {
  const link = linksTo(address)[index];
  link?.focus({ preventScroll: true });
  scrollTo(0, y);
  return link !== undefined;
}

function linksTo(address: string): readonly (HTMLAnchorElement | HTMLAreaElement)[] {
  return [...document.links].filter(({ href }) => href === address);
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

/** Where nothing is known of the place: the focus is on the heading, which is in sight. */
export function arrive(): void {
  focusTitle();
  const explorer = document.querySelector(`#${places.explorer}`);
  if (explorer !== null && !isInUpperHalf(explorer)) explorer.scrollIntoView();
}

function isInUpperHalf(element: Element): boolean {
  const { top } = element.getBoundingClientRect();
  return top >= 0 && top < innerHeight / 2;
}
