/** The tabs, and the heading that has the focus when another view is shown. */

import { places } from '../document-parts.ts';
import type { Lists } from '../live.ts';
import { formatRoute, noFilter, type ViewName, viewNames, viewTitles } from './route.ts';

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
