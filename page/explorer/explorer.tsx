/** Shows the lists as a client would: fetched once, looked through here. */

import { useMemo } from 'preact/hooks';

import type { Lists } from '../live/lists.ts';
import { foundersView } from './founders-view.tsx';
import { jobsView } from './jobs-view.tsx';
import { knownStartups } from './known.ts';
import { OneStartup } from './one-startup.tsx';
import { RecordList } from './record-list.tsx';
import { type Filter, formatRoute, type Route } from './route.ts';
import { startupsView } from './startups-view.tsx';
import { Tabs } from './tabs.tsx';

interface Props {
  readonly lists: Lists;
  readonly route: Route;
  /** The way back from one startup. */
  readonly listed: Route;
  readonly onFilter: (filter: Filter) => void;
  readonly onRetry: () => void;
}

export function Explorer({ lists, route, listed, onFilter, onRetry }: Props) {
  const { view, slug, filter } = route;
  const known = useMemo(() => knownStartups(lists.startups), [lists.startups]);
  const shared = { filter, onFilter, onRetry };
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
          <OneStartup key={slug} slug={slug} lists={lists} known={known} onRetry={onRetry} />
        </>
      )}
      {slug === undefined && view === 'startups' && (
        <RecordList key={view} view={startupsView} loaded={lists.startups} {...shared} />
      )}
      {view === 'founders' && (
        <RecordList key={view} view={foundersView(known)} loaded={lists.founders} {...shared} />
      )}
      {view === 'jobs' && (
        <RecordList key={view} view={jobsView(known)} loaded={lists.jobs} {...shared} />
      )}
    </>
  );
}
