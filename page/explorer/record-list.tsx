/** One of the lists: searched and filtered in the browser, and shown a part at a time. */

import type { VNode } from 'preact';
import { useMemo, useRef } from 'preact/hooks';

import type { Loaded } from '../live.ts';
import { counted, humanized } from '../text.ts';
import { csv } from './csv.ts';
import { Empty, Failed, Loading, NoJobs } from './empty-states.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Title } from './navigation.tsx';
import { focusTitle } from './place.ts';
import { type Filter, noFilter, nounOf, type ViewName } from './route.ts';
import { type Facet, indexed, type Order, search } from './search.ts';

const A_MINUTE_MS = 60_000;

/** What a list needs to know of its records. */
export interface View<R> {
  readonly name: ViewName;
  /** The texts that a search looks in. */
  readonly textsOf: (record: R) => readonly (string | null)[];
  readonly facets: readonly Facet<R>[];
  /** The first is the one that nobody has to choose. */
  readonly orders: readonly [Order<R>, ...Order<R>[]];
  /** The columns of a downloaded list. */
  readonly fields: readonly string[];
  /** What a card shows: one record, or a group of them. */
  readonly cardNoun: string;
  /** Each has a key. */
  readonly cardsOf: (found: readonly R[]) => readonly VNode[];
}

export interface ListProps<R> {
  readonly view: View<R>;
  readonly loaded: Loaded<R>;
  readonly filter: Filter;
  /** How many cards are shown. */
  readonly limit: number;
  readonly onFilter: (filter: Filter) => void;
  readonly onMore: () => void;
  readonly onRetry: () => void;
}

export function RecordList<R extends object>(props: ListProps<R>) {
  const { view, loaded, onRetry } = props;
  return (
    <>
      <Title>{humanized(view.name)}</Title>
      {loaded.state === 'loading' && <Loading what={view.name} />}
      {loaded.state === 'failed' && <Failed what={view.name} onRetry={onRetry} />}
      {loaded.state === 'ready' && <Found {...props} records={loaded.list.records} />}
    </>
  );
}

export interface FoundProps<R> extends ListProps<R> {
  readonly records: readonly R[];
}

function Found<R extends object>(props: FoundProps<R>) {
  const { view, records, filter, onFilter } = props;
  const { name, facets, orders } = view;
  const noun = nounOf(name);
  const { compare } = orders.find(({ key }) => key === filter.choices['sort']) ?? orders[0];
  // The client gives the same array while nothing has changed.
  const index = useMemo(() => indexed(records.toSorted(compare), view), [records, compare, view]);
  const found = search(index, facets, filter);
  const clear = (): void => {
    onFilter(noFilter);
    focusTitle(); // the button is gone
  };
  if (records.length === 0) {
    return name === 'jobs' ? (
      <NoJobs />
    ) : (
      <Empty title={`The list of ${name} is empty at present.`} />
    );
  }
  return (
    <>
      <FilterBar {...props} />
      <div class="found">
        <p class="count" role="status">
          {found.length === records.length
            ? counted(found.length, noun)
            : `${found.length.toLocaleString('en')} of ${counted(records.length, noun)}`}
        </p>
        {found.length > 0 && found.length < records.length && (
          <button type="button" onClick={clear}>
            Clear
          </button>
        )}
        {found.length > 0 && (
          <button type="button" onClick={() => download(name, csv(view.fields, found))}>
            Download CSV
          </button>
        )}
      </div>
      {found.length === 0 ? (
        <Empty title={`No ${name} match your search.`}>
          <button type="button" class="button" onClick={clear}>
            Clear the search
          </button>
        </Empty>
      ) : (
        <FirstCards {...props} records={found} />
      )}
    </>
  );
}

/** Has the browser save a file such as `startups-2026-11-22.csv`. */
function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  link.download = `${name}-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), A_MINUTE_MS); // not while it is being saved
}

/** The first cards, and more on request: a list of 12,000 costs no more than one of 60. */
function FirstCards<R>(props: FoundProps<R>) {
  const { view, records, limit, onMore } = props;
  const list = useRef<HTMLUListElement>(null);
  const cards = view.cardsOf(records);
  const showMore = (): void => {
    onMore();
    focusFirstLink(list.current?.children[limit]); // of the added cards: the button has moved away
  };
  return (
    <>
      <ul ref={list} class={`records ${view.name}`}>
        {cards.slice(0, limit).map((card) => (
          <li key={card.key} tabIndex={-1}>
            {card}
          </li>
        ))}
      </ul>
      {limit < cards.length && (
        <p class="more">
          <button type="button" class="button" onClick={showMore}>
            Show more
          </button>
          <span>
            {limit} of {counted(cards.length, view.cardNoun)} are shown
          </span>
        </p>
      )}
    </>
  );
}

function focusFirstLink(item: Element | undefined): void {
  const target = item?.querySelector('a') ?? item;
  if (target instanceof HTMLElement) target.focus();
}
