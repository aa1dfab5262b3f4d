/** Follows the address bar: the tabs, and the heading that has the focus when another view is shown. */

import { places } from '../document-parts.ts';
import type { Lists } from '../live.ts';
import {
  formatRoute,
  noFilter,
  parseRoute,
  type Route,
  type ViewName,
  viewNames,
  viewTitles,
} from './route.ts';

const TITLE_ID = 'view-title';

export function Tabs({ lists, current }: { lists: Lists; current: ViewName }) {
  return (
    <nav class="tabs" aria-label="Lists">
      <ul>
        {viewNames.map((view) => {
          const loaded = lists[view];
          return (
            <li key={view}>
              <a
                href={formatRoute({ view, filter: noFilter })}
                aria-current={view === current ? 'page' : undefined}
              >
                {viewTitles[view]}
                {loaded.state === 'ready' && (
                  <span class="tab-count"> {loaded.list.records.length.toLocaleString('en')}</span>
                )}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The heading of what the explorer shows. */
export function Title({ children }: { children: string }) {
  return (
    <h3 id={TITLE_ID} tabIndex={-1} dir="auto">
      {children}
    </h3>
  );
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

/** Shows what the address points at, puts the focus on it and scrolls to it. The route is `undefined` for the page as a whole. */
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
