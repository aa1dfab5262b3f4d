/** Shows the lists as a client would: fetched once, searched here. */

import { useMemo } from 'preact/hooks';

import { humanized } from '../text.ts';
import { foundersView } from './founders.tsx';
import { jobsView } from './jobs.tsx';
import { knownStartups, type Lists, type Loaded, recordsOf } from './loaded-lists.ts';
import { Empty, NotLoaded, SharedLists, Title } from './parts.tsx';
import { type Listing, RecordList, type View } from './record-list.tsx';
import { formatRoute, noFilter, nounOf, type Route, type ViewName, viewNames } from './route.ts';
import { startupsView } from './startups.tsx';

interface Props extends Omit<Listing, 'filter'> {
  readonly lists: Lists;
  readonly route: Route;
  /** The list that was shown last, to which the link back from one of its records leads. */
  readonly listed: Route;
  readonly onRetry: () => void;
}

export function Explorer({ lists, route, listed, now, onRetry, ...rest }: Props) {
  const { startups, founders, jobs } = lists;
  const known = useMemo(() => knownStartups(startups), [startups]);
  // While a view is the same, what a search looks in is not made again.
  const startupsOf = useMemo(() => startupsView(founders), [founders]);
  const foundersOf = useMemo(() => foundersView(known), [known]);
  const shared = useMemo(() => ({ lists, known, now, onRetry }), [lists, known, now, onRetry]);
  const common = { route, listed, filter: route.filter, now, ...rest };
  return (
    <SharedLists.Provider value={shared}>
      <Tabs lists={lists} current={route.view} />
      {route.view === undefined && <NotFound />}
      {route.view === 'startups' && <Shown view={startupsOf} loaded={startups} {...common} />}
      {route.view === 'founders' && <Shown view={foundersOf} loaded={founders} {...common} />}
      {route.view === 'jobs' && <Shown view={jobsView} loaded={jobs} {...common} />}
    </SharedLists.Provider>
  );
}

function Tabs({ lists, current }: { lists: Lists; current: ViewName | undefined }) {
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
                  <span class="small"> {loaded.list.records.length.toLocaleString('en')}</span>
                )}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function NotFound() {
  return (
    <>
      <Title>Not found</Title>
      <Empty title="There is nothing at this address.">
        <p>
          <a href={formatRoute({ view: 'startups', filter: noFilter })}>All startups</a>
        </p>
      </Empty>
    </>
  );
}

interface ShownProps<R> extends Listing, Pick<Props, 'route' | 'listed'> {
  readonly view: View<R>;
  readonly loaded: Loaded<R>;
}

/** A list, or the page of one of its records. */
function Shown<R extends object>(props: ShownProps<R>) {
  const { view, loaded, route, listed } = props;
  const { name, keyOf, Page } = view;
  const { key } = route;
  const notLoaded = loaded.state !== 'ready' && <NotLoaded what={name} state={loaded.state} />;
  if (key === undefined) {
    return (
      <div key={name} class="listing">
        <Title>{humanized(name)}</Title>
        {loaded.state === 'ready' ? <RecordList {...props} list={loaded.list} /> : notLoaded}
      </div>
    );
  }
  const noun = nounOf(name);
  const record = recordsOf(loaded).find((one) => keyOf(one) === key);
  return (
    <div key={key}>
      <p>
        <a href={formatRoute(listed.view === name ? listed : { view: name, filter: noFilter })}>
          <span aria-hidden="true">← </span>All {name}
        </a>
      </p>
      {record === undefined ? <Title>{humanized(noun)}</Title> : <Page record={record} />}
      {notLoaded}
      {loaded.state === 'ready' && record === undefined && (
        <Empty title={`There is no ${noun} “${key}” in the directory.`}>
          <p>A new one appears within an hour of being published.</p>
        </Empty>
      )}
    </div>
  );
}
