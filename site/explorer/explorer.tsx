/** Shows the lists as a client would: loaded once, and searched in the browser. */

import type { FunctionComponent } from 'preact';
import { useMemo } from 'preact/hooks';

import { shapes } from '../../client/src/records.ts';
import { english } from '../cards/language.ts';

import { byStartup, knownStartups, type Lists, type Loaded, recordsOf } from '../cards/lists.ts';
import { noFilter } from '../cards/search.ts';
import { type Shared, SharedLists, type View } from '../cards/view.ts';
import { foundersView, jobsView, startupsView } from '../cards/views.tsx';
import { type Listing, ListPage } from './list-page.tsx';
import { Empty, Loading, NotLoaded, Title } from './parts.tsx';
import type * as pagesModule from './on-demand.ts';
import { formatRoute, type Route } from './route.ts';

export type Pages = typeof pagesModule;

interface Props extends Omit<Listing, 'filter'> {
  readonly lists: Lists;
  readonly route: Route;
  /** The list that was shown last, to which the link back from one of its records leads. */
  readonly listed: Route;
  readonly onRetry: () => void;
  readonly pages?: Pages;
}

const fields = {
  Startup: Object.keys(shapes.Startup),
  Founder: Object.keys(shapes.Founder),
  Job: Object.keys(shapes.Job),
};

const linkTo: Shared['linkTo'] = (view, record) =>
  formatRoute({ view, key: 'slug' in record ? record.slug : record.id, filter: noFilter });

export function Explorer({ lists, route, listed, now, onRetry, pages, ...rest }: Props) {
  const { startups, founders, jobs } = lists;
  const known = useMemo(() => knownStartups(startups), [startups]);
  // While a view stays the same, its search index does.
  const teams = useMemo(() => byStartup(recordsOf(founders)), [founders]);
  const startupsOf = useMemo(() => startupsView(teams), [teams]);
  const foundersOf = useMemo(() => foundersView(known), [known]);
  const shared = useMemo(
    () => ({ language: english, now, known, teams, linkTo }),
    [now, known, teams],
  );
  const loading = useMemo(() => ({ lists, onRetry }), [lists, onRetry]);
  const common = { route, listed, filter: route.filter, now, ...rest };
  return (
    <Loading.Provider value={loading}>
      <SharedLists.Provider value={shared}>
        {route.view === undefined && <NotFound />}
        {route.view === 'startups' && (
          <Shown
            view={startupsOf}
            loaded={startups}
            Page={pages?.StartupPage}
            fields={fields.Startup}
            {...common}
          />
        )}
        {route.view === 'founders' && (
          <Shown
            view={foundersOf}
            loaded={founders}
            Page={pages?.FounderPage}
            fields={fields.Founder}
            {...common}
          />
        )}
        {route.view === 'jobs' && (
          <Shown
            view={jobsView}
            loaded={jobs}
            Page={pages?.JobPage}
            fields={fields.Job}
            {...common}
          />
        )}
      </SharedLists.Provider>
    </Loading.Provider>
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
  readonly Page: FunctionComponent<{ record: R }> | undefined;
  readonly fields: readonly string[];
}

/** A list, or the page of one of its records. */
function Shown<R extends object>(props: ShownProps<R>) {
  const { view, loaded, route, listed, Page } = props;
  const { name, keyOf } = view;
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
      {record !== undefined && Page !== undefined && <Page record={record} />}
      {record !== undefined && Page === undefined && <NotLoaded view={name} state="loading" />}
      {notLoaded}
      {loaded.state === 'ready' && record === undefined && (
        <>
          <Title>Not found</Title>
          <Empty title={`“${key}” is not in the list of ${name}.`}>
            <p class="muted">New entries appear within an hour.</p>
          </Empty>
        </>
      )}
    </div>
  );
}
