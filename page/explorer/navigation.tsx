/** The tabs of the explorer, and the heading of what it shows. */

import type { Lists } from '../live.ts';
import { humanized } from '../text.ts';
import { TITLE_ID } from './place.ts';
import { formatRoute, noFilter, type ViewName, viewNames } from './route.ts';

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
                {humanized(view)}
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

export function Title({ children }: { children: string }) {
  return (
    <h3 id={TITLE_ID} tabIndex={-1} dir="auto">
      {children}
    </h3>
  );
}
