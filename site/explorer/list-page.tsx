/** The page of a list: searched and filtered in the browser, and shown a part at a time. */

import { useEffect, useMemo, useRef } from 'preact/hooks';

import type { List } from '../../client/src/index.ts';
import { type Filter, hasWords, withChoices, withWords } from '../cards/search.ts';
import type { View } from '../cards/view.ts';
import { clockTime, counted, ENGLISH, humanized, relativeAge } from '../text.ts';
import { Chips, chosenIn, orderOf, Sidebar, SortControl, withoutChoices } from './controls.tsx';
import { csv } from './csv.ts';
import { Empty, Title } from './parts.tsx';
import { focusTitle } from './scroll-position.ts';

const A_MINUTE_MS = 60_000;

/** The index of a long list takes a second to make, so the cards come first. */
const INDEX_AFTER_MS = 300;

export interface Listing {
  readonly filter: Filter;
  /** How many cards are shown. */
  readonly limit: number;
  readonly now: Date;
  readonly onFilter: (filter: Filter) => void;
  readonly onMore: () => void;
}

interface Props<R> extends Listing {
  readonly view: View<R>;
  readonly list: List<R>;
}

export function ListPage<R extends object>(props: Props<R>) {
  const { view, list, filter, now } = props;
  const { name, noun, facets, orders } = view;
  const { records, cachedAt, problems } = list;
  const { words } = filter;
  const order = orderOf(view, filter);
  const { compare } = orders.find(({ key }) => key === order) ?? orders[0];
  // The client returns the same array while nothing has changed.
  const sorted = useMemo(() => records.toSorted(compare), [records, compare]);
  const matching = useMemo(
    () => withWords(view.indexOf, records, sorted, words, order === 'relevance'),
    [view, records, sorted, words, order],
  );
  useEffect(() => {
    const timer = setTimeout(() => view.indexOf(records), INDEX_AFTER_MS);
    return () => clearTimeout(timer);
  }, [view, records]);
  const found = withChoices(matching, facets, filter.choices);
  if (records.length === 0) {
    return (
      <>
        <Title name={humanized(name)}>{counted(0, noun)}</Title>
        <Empty title={`No ${noun}s at the moment.`}>
          <p class="muted">New ones will appear here.</p>
        </Empty>
      </>
    );
  }
  const all = counted(records.length, noun);
  return (
    <>
      <div class="page">
        <Sidebar {...props} records={records} matching={matching} found={found.length} />
        <div>
          <div class="head">
            <Title name={humanized(name)}>
              {found.length < records.length ? `${ENGLISH.format(found.length)} of ${all}` : all}
            </Title>
            <SortControl {...props} />
            <Chips {...props} />
          </div>
          {found.length === 0 ? (
            <NoneFound {...props} matching={matching.length} />
          ) : (
            <FirstCards {...props} found={found} />
          )}
        </div>
      </div>
      <p class="foot muted">
        {cachedAt !== undefined && (
          <span>
            {list.source === 'database'
              ? `Updated ${relativeAge(cachedAt, now)}`
              : `Copy of ${clockTime(cachedAt)}`}
          </span>
        )}
        {problems.length > 0 && <span>{counted(problems.length, 'invalid record')} hidden</span>}
        {found.length > 0 && (
          <button
            type="button"
            class="link"
            onClick={() => download(name, csv(view.fields, found))}
          >
            Download CSV
          </button>
        )}
      </p>
      <p class="unseen" role="status">
        {found.length < records.length && `${found.length} of ${all}`}
      </p>
    </>
  );
}

/** Offers ways out: without the filters, or without the words. */
function NoneFound<R>({
  view,
  filter,
  matching,
  onFilter,
}: Props<R> & { readonly matching: number }) {
  const chosen = chosenIn(view, filter);
  const change = (changed: Filter): void => {
    onFilter(changed);
    focusTitle(); // the button is gone
  };
  return (
    <Empty title={`No ${view.noun} matches your search.`}>
      <div class="do">
        {chosen.length > 0 && matching > 0 && (
          <button type="button" class="btn main" onClick={() => change(withoutChoices(filter))}>
            Show {counted(matching, view.noun)} without the filters
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

/** The first cards, and more on request: a list of 12,000 costs no more than one of 60. */
function FirstCards<R extends object>(props: Props<R> & { readonly found: readonly R[] }) {
  const { view, found, filter, limit, onMore } = props;
  const { Card, keyOf, layout } = view;
  const cards = useRef<HTMLUListElement>(null);
  const showMore = (): void => {
    onMore();
    cards.current?.children[limit]?.querySelector('a')?.focus(); // the button has moved away
  };
  return (
    <>
      <ul ref={cards} class={`${layout} ${view.name}`}>
        {found.slice(0, limit).map((record) => (
          <li key={keyOf(record)} class={layout === 'grid' ? 'card' : 'row'}>
            <Card record={record} words={filter.words} />
          </li>
        ))}
      </ul>
      {limit < found.length && (
        <p class="more">
          <button type="button" class="btn" onClick={showMore}>
            Show more
          </button>{' '}
          <span class="muted">
            Showing {limit} of {counted(found.length, view.noun)}
          </span>
        </p>
      )}
    </>
  );
}

/** Saves a file such as `startups-2026-11-22.csv`. */
function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  link.download = `${name}-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), A_MINUTE_MS); // not while it is being saved
}
