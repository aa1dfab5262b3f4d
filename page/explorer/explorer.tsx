/** Shows the lists as a client would: fetched once, searched here. */

import { useMemo } from 'preact/hooks';

import { knownStartups, type Lists } from '../live.ts';
import { foundersView } from './founder-list.tsx';
import { jobsView } from './job-list.tsx';
import { Tabs } from './navigation.tsx';
import { type ListProps, RecordList } from './record-list.tsx';
import { formatRoute, type Route } from './route.ts';
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
