/** Follows the address bar: what it points at is shown, has the focus, and is in view. */

import { formatRoute, parseRoute, type Route } from './explorer/route.ts';
import { focusTitle } from './explorer/title.tsx';
import { places } from './places.ts';

/** `undefined` where the address points at the page as a whole. */
export function followRoute(show: (route: Route | undefined) => void): void {
  const scrolledTo = new Map<string, number>();
  if (parseRoute(location.hash) !== undefined) arrive();

  addEventListener('hashchange', ({ oldURL }) => {
    const from = parseRoute(new URL(oldURL).hash);
    const to = parseRoute(location.hash);
    if (to === undefined && location.hash !== '') return; // a part of the documentation: the explorer stays as it is
    if (from !== undefined && from.slug === undefined) scrolledTo.set(formatRoute(from), scrollY);
    show(to);
    if (to !== undefined)
      arrive(from?.slug === undefined ? undefined : scrolledTo.get(formatRoute(to)));
  });
}

/** Back from one startup, the list is where it was left. */
function arrive(leftAt?: number): void {
  focusTitle();
  const explorer = document.querySelector(`#${places.explorer}`);
  if (leftAt !== undefined) scrollTo(0, leftAt);
  else if (explorer !== null && !isInUpperHalf(explorer)) explorer.scrollIntoView();
}

function isInUpperHalf(element: Element): boolean {
  const { top } = element.getBoundingClientRect();
  return top >= 0 && top < innerHeight / 2;
}
