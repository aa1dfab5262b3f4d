/**
 * The explorer. It loads whole lists, as any client does, and searches them in the browser. It shows a limited number of cards at
 * a time.
 */

import type { FunctionComponent, VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { List } from '../../client/src/index.ts';
import { CardList, ListView, useFound } from '../cards/card-list.tsx';
import { Chips, type Controls, Sidebar, SortControl, withoutChoices } from '../cards/controls.tsx';
import { english } from '../cards/language.ts';
import { type AnyRecord, isReady, keyOf, type Loaded, recordsOf } from '../cards/lists.ts';
import type { Shared } from '../cards/parts.tsx';
import { type Filter, hasWords, noFilter, type View } from '../cards/search.ts';
import { clockTime, humanized } from '../text.ts';
import { csv } from './csv.ts';
import type { EmbedDialog } from './embed-dialog.tsx';
import { Empty, NotLoaded, Retry, Title } from './parts.tsx';
import { formatRoute, type Route } from './route.ts';
import { focusTitle } from './scroll-position.ts';

export interface State extends Pick<Shared, 'lists' | 'now'> {
  readonly route: Route;
  /** The last list that was shown, with its filter. The pages of the records in this list link back to it. */
  readonly listed: Route;
  /** Maximum number of cards to show. */
  readonly limit: number;
  /** Component that shows the page of a record. Absent until a visitor has opened a record and the page's script has loaded. */
  readonly RecordPage?: FunctionComponent<{ record: AnyRecord }>;
}

const A_MINUTE_MS = 60_000;

interface Props extends State {
  readonly onFilter: (filter: Filter) => void;
  readonly onMore: () => void;
  readonly onRetry: () => void;
}

const linkTo: Shared['linkTo'] = (view, record) =>
  formatRoute({ view, key: keyOf(record), filter: noFilter });

export function Explorer(props: Props) {
  const { lists, route, now, onRetry } = props;
  if (route.view === undefined) {
    return (
      <NotFound title="This page does not exist.">
        <a class="btn main" href="#/startups">
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

/** Shows a list, or the page of one of its records with a link back to the list. */
function Shown<R extends AnyRecord>(props: Props & { view: View<R>; loaded: Loaded<R> }) {
  const { view, loaded, route, listed, RecordPage } = props;
  const { name } = view;
  const { key, filter } = route;
  if (key === undefined) {
    if (!isReady(loaded)) return <NotLoaded view={name} state={loaded} />;
    return <ListPage key={name} {...props} list={loaded} filter={filter} />;
  }
  const record = recordsOf(loaded).find((one) => keyOf(one) === key);
  return (
    <div key={key}>
      <p class="crumb muted">
        <a class="plain" href={listed.view === name ? formatRoute(listed) : `#/${name}`}>
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

function ListPage<R extends AnyRecord>(props: Props & Controls<R> & { list: List<R> }) {
  const { view, list, filter, now } = props;
  const { name } = view;
  const { records, cachedAt, problems } = list;
  const { matching, found } = useFound(view, records, filter);
  const [Dialog, setDialog] = useState<typeof EmbedDialog>();
  const embed = async (): Promise<void> => {
    const { EmbedDialog: loaded } = await import('./on-demand.ts');
    setDialog(() => loaded);
  };
  const all = english.counted(name, records.length);
  if (records.length === 0) {
    return (
      <>
        <Title name={humanized(name)}>{all}</Title>
        <Empty title={`No ${name} at the moment.`}>
          <p class="muted">New ones will appear here.</p>
        </Empty>
      </>
    );
  }
  const amount = found.length < records.length ? `${english.number(found.length)} of ${all}` : all;
  return (
    <>
      <div class="page">
        <Sidebar {...props} records={records} matching={matching} found={found.length} />
        <div>
          <div class="head">
            <Title name={humanized(name)}>{amount}</Title>
            <SortControl {...props} />
            <Chips {...props} />
          </div>
          {found.length === 0 ? (
            <NoneFound {...props} matching={matching.length} />
          ) : (
            <CardList {...props} found={found} />
          )}
        </div>
      </div>
      <p class="foot muted">
        {cachedAt !== undefined && (
          <span>
            {list.source === 'database'
              ? `Updated ${english.age(cachedAt, now)}`
              : `Copy from ${clockTime(cachedAt)}`}
          </span>
        )}
        {problems.length > 0 && <span>Invalid records hidden: {problems.length}</span>}
        {found.length > 0 && (
          <button type="button" class="link" onClick={() => download(name, found)}>
            Download CSV
          </button>
        )}
        <button type="button" class="link" onClick={() => void embed()}>
          Embed this list
        </button>
      </p>
      {Dialog !== undefined && (
        <Dialog view={name} filter={filter} onClose={() => setDialog(undefined)} />
      )}
      <p class="unseen" role="status">
        {amount !== all && amount}
      </p>
    </>
  );
}

/** Shows that nothing matches, and offers to remove the filters or the search text. */
function NoneFound<R>({ view, filter, matching, onFilter }: Controls<R> & { matching: number }) {
  const change = (changed: Filter): void => {
    onFilter(changed);
    focusTitle(); // the button that had the focus is gone
  };
  return (
    <Empty title={`No ${view.name} match your search.`}>
      <div class="do">
        {matching > 0 && (
          <button type="button" class="btn main" onClick={() => change(withoutChoices(filter))}>
            Show {english.counted(view.name, matching)} without the filters
          </button>
        )}
        {hasWords(filter) && (
          <button type="button" class="btn" onClick={() => change({ ...filter, words: '' })}>
            Clear the search
          </button>
        )}
      </div>
    </Empty>
  );
}

/** Saves the records as a file such as `startups-2026-11-22.csv`. */
function download(name: string, records: readonly object[]): void {
  const file = new Blob([csv(records)], { type: 'text/csv;charset=utf-8' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `${name}-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), A_MINUTE_MS); // not at once, because the browser may still be saving the file
}
