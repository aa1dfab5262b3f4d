/**
 * Where an entry of the browser's history was left. The browser keeps it with the entry, so Back, Forward and a reload
 * lead there, also from another document, when the lists have to be loaded again.
 */

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

/** Of the current entry; `undefined` while it is new. */
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
