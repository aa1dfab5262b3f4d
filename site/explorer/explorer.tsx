/** Shows the lists as a client would: loaded once, and searched in the browser. */

import type { FunctionComponent, VNode } from 'preact';

import { ListView } from '../cards/card-list.tsx';
import { english } from '../cards/language.ts';
import { type AnyRecord, isReady, type Lists, type Loaded, recordsOf } from '../cards/lists.ts';
import type { Shared } from '../cards/parts.tsx';
import { type Filter, noFilter, type View } from '../cards/search.ts';
import { ListPage } from './list-page.tsx';
import { Empty, NotLoaded, Retry, Title } from './parts.tsx';
import { formatRoute, type Route } from './route.ts';

/** The state of the page. */
export interface State {
  readonly lists: Lists;
  readonly route: Route;
  /** The list that was shown last, as it was filtered: where the link back from one of its records leads. */
  readonly listed: Route;
  /** How many cards are shown. */
  readonly limit: number;
  readonly now: Date;
  /** The page of a record; absent until the first one is shown. */
  readonly RecordPage?: FunctionComponent<{ record: AnyRecord }>;
}

interface Props extends State {
  readonly onFilter: (filter: Filter) => void;
  readonly onMore: () => void;
  readonly onRetry: () => void;
}

const linkTo: Shared['linkTo'] = (view, record) =>
  formatRoute({ view, key: keyOf(record), filter: noFilter });

/** Returns the part of an address that identifies a record. */
function keyOf(record: AnyRecord): string {
  return 'slug' in record ? record.slug : record.id;
}

export function Explorer({ onRetry, ...props }: Props) {
  const { lists, route, now } = props;
  if (route.view === undefined) {
    return (
      <NotFound title="This page does not exist.">
        <a class="btn main" href={formatRoute({ view: 'startups', filter: noFilter })}>
          All startups
        </a>
      </NotFound>
    );
  }
  return (
    <Retry.Provider value={onRetry}>
      <ListView
        {...{ name: route.view, language: english, now, lists, linkTo }}
        show={(view, loaded) => <Shown {...props} {...{ view, loaded }} />}
      />
    </Retry.Provider>
  );
}

function NotFound(props: { title: string; children: VNode }) {
  return (
    <>
      <Title>Not found</Title>
      <Empty {...props} />
    </>
  );
}

interface ShownProps<R> extends Omit<Props, 'onRetry'> {
  readonly view: View<R>;
  readonly loaded: Loaded<R>;
}

/** A list, or the page of one of its records with the link back to the list. */
function Shown<R extends AnyRecord>({ view, loaded, ...state }: ShownProps<R>) {
  const { route, listed, RecordPage } = state;
  const { name } = view;
  const { key, filter } = route;
  if (key === undefined) {
    if (!isReady(loaded)) return <NotLoaded view={name} state={loaded} />;
    return <ListPage key={name} view={view} list={loaded} filter={filter} {...state} />;
  }
  const all = formatRoute(listed.view === name ? listed : { view: name, filter: noFilter });
  const record = recordsOf(loaded).find((one) => keyOf(one) === key);
  return (
    <div key={key}>
      <p class="crumb muted">
        <a class="plain" href={all}>
          <span aria-hidden="true">← </span>All {name}
        </a>
      </p>
      {isReady(loaded) && record === undefined && (
        <NotFound title={`“${key}” is not in the list of ${name}.`}>
          <p class="muted">New entries appear within an hour.</p>
        </NotFound>
      )}
      {record !== undefined && RecordPage !== undefined && <RecordPage record={record} />}
      {record !== undefined && RecordPage === undefined && (
        <NotLoaded view={name} state="loading" />
      )}
      {!isReady(loaded) && <NotLoaded view={name} state={loaded} />}
    </div>
  );
}
