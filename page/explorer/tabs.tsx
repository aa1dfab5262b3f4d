/** The way from one list to another, with how many records each has. */

import type { Lists } from '../live/lists.ts';
import { formatRoute, noFilter, type ViewName, viewNames } from './route.ts';

const titles: Readonly<Record<ViewName, string>> = {
  startups: 'Startups',
  founders: 'Founders',
  jobs: 'Jobs',
};

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
                {titles[view]}
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
