/** Shows the lists as a client would: fetched once, searched here. */

import { useMemo } from 'preact/hooks';

import { knownStartups, type Lists } from '../live.ts';
import { humanized } from '../text.ts';
import { foundersView } from './founder-list.tsx';
import { jobsView } from './job-list.tsx';
import { type ListProps, RecordList } from './record-list.tsx';
import { formatRoute, noFilter, type Route, type ViewName, viewNames } from './route.ts';
import { startupsView } from './startup-list.tsx';
import { StartupPage } from './startup-page.tsx';

interface Props extends Pick<ListProps<unknown>, 'limit' | 'onFilter' | 'onMore' | 'onRetry'> {
  readonly lists: Lists;
  readonly route: Route;
  /** Where the link back from one startup leads. */
  readonly listed: Route;
}

export function Explorer({ lists, route, listed, onRetry, ...rest }: Props) {
  const { view, slug, filter } = route;
  const known = useMemo(() => knownStartups(lists.startups), [lists.startups]);
  // While a view is the same, what a search looks in is not made again.
  const founders = useMemo(() => foundersView(known), [known]);
  const jobs = useMemo(() => jobsView(known), [known]);
  const shared = { filter, onRetry, ...rest };
  return (
    <>
      <Tabs lists={lists} current={view} />
      {slug !== undefined && (
        <>
          <p>
            <a class="back" href={formatRoute(listed)}>
              All startups
            </a>
          </p>
          <StartupPage key={slug} slug={slug} lists={lists} known={known} onRetry={onRetry} />
        </>
      )}
      {slug === undefined && view === 'startups' && (
        <RecordList key={view} view={startupsView} loaded={lists.startups} {...shared} />
      )}
      {view === 'founders' && (
        <RecordList key={view} view={founders} loaded={lists.founders} {...shared} />
      )}
      {view === 'jobs' && <RecordList key={view} view={jobs} loaded={lists.jobs} {...shared} />}
    </>
  );
}

function Tabs({ lists, current }: { lists: Lists; current: ViewName }) {
  return (
    <nav class="tabs" aria-label="Lists">
      <ul class="row">
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
