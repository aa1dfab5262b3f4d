/** Shows the lists as a client would: loaded once, and searched in the browser. */

import { useMemo } from 'preact/hooks';

import { byStartup, knownStartups, type Lists, type Loaded, recordsOf } from '../cards/lists.ts';
import { noFilter } from '../cards/search.ts';
import { SharedLists, type View } from '../cards/view.ts';
import { type Listing, ListPage } from './list-page.tsx';
import { Empty, NotLoaded, Title } from './parts.tsx';
import { formatRoute, type Route } from './route.ts';
import { foundersView, jobsView, startupsView } from './views.tsx';

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
  // While a view stays the same, its search index does.
  const teams = useMemo(() => byStartup(recordsOf(founders)), [founders]);
  const startupsOf = useMemo(() => startupsView(teams), [teams]);
  const foundersOf = useMemo(() => foundersView(known), [known]);
  const shared = useMemo(
    () => ({ lists, known, teams, now, onRetry }),
    [lists, known, teams, now, onRetry],
  );
  const common = { route, listed, filter: route.filter, now, ...rest };
  return (
    <SharedLists.Provider value={shared}>
      {route.view === undefined && <NotFound />}
      {route.view === 'startups' && <Shown view={startupsOf} loaded={startups} {...common} />}
      {route.view === 'founders' && <Shown view={foundersOf} loaded={founders} {...common} />}
      {route.view === 'jobs' && <Shown view={jobsView} loaded={jobs} {...common} />}
    </SharedLists.Provider>
  );
}

function NotFound() {
  return (
    <>
      <Title>Not found</Title>
      <Empty title="This page does not exist.">
        <a class="btn main" href={formatRoute({ view: 'startups', filter: noFilter })}>
          All startups
        </a>
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
  const { name, noun, keyOf, Page } = view;
  const { key } = route;
  const notLoaded = loaded.state !== 'ready' && <NotLoaded view={name} state={loaded.state} />;
  if (key === undefined) {
    return loaded.state === 'ready' ? (
      <ListPage key={name} {...props} list={loaded.list} />
    ) : (
      notLoaded
    );
  }
  const record = recordsOf(loaded).find((one) => keyOf(one) === key);
  return (
    <div key={key}>
      <p class="crumb muted">
        <a
          class="plain"
          href={formatRoute(listed.view === name ? listed : { view: name, filter: noFilter })}
        >
          <span aria-hidden="true">← </span>All {name}
        </a>
      </p>
      {record !== undefined && <Page record={record} />}
      {notLoaded}
      {loaded.state === 'ready' && record === undefined && (
        <>
          <Title>Not found</Title>
          <Empty title={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} “${key}” not found.`}>
            <p class="muted">New entries appear within an hour.</p>
          </Empty>
        </>
      )}
    </div>
  );
}
