/** One of the lists: searched and filtered in the browser, and shown a part at a time. */

import type { VNode } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';

import type { Loaded } from '../live.ts';
import { counted, humanized } from '../text.ts';
import { csv } from './csv.ts';
import { Empty, NotLoaded, Title } from './empty-states.tsx';
import { focusTitle } from './place.ts';
import { type Filter, noFilter, nounOf, type ViewName } from './route.ts';
import { type Facet, indexed, type Order, search, valuesIn } from './search.ts';

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
      {loaded.state === 'ready' ? (
        <Found {...props} records={loaded.list.records} />
      ) : (
        <NotLoaded what={view.name} state={loaded.state} onRetry={onRetry} />
      )}
    </>
  );
}

interface FoundProps<R> extends ListProps<R> {
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
      <Empty title="No job is published at present.">
        <p>As soon as one is, it appears here.</p>
      </Empty>
    ) : (
      <Empty title={`The list of ${name} is empty at present.`} />
    );
  }
  return (
    <>
      <FilterBar {...props} />
      <div class="found row">
        <p class="count small" role="status">
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

/** What the list is searched, filtered and sorted by. */
function FilterBar<R>({ view, records, filter, onFilter }: FoundProps<R>) {
  const [isOpen, setIsOpen] = useState(false);
  const { choices } = filter;
  const amount = Object.keys(choices).length;
  const [first, ...otherOrders] = view.orders;
  const choose = (key: string) => (value: string) =>
    onFilter({ ...filter, choices: chosen(choices, key, value) });
  return (
    <search class="filters row">
      <div class="words">
        <label for="filter-words">Search {view.name}</label>
        <input
          id="filter-words"
          type="search"
          autocomplete="off"
          spellcheck={false}
          dir="auto"
          value={filter.words}
          onInput={({ currentTarget }) => onFilter({ ...filter, words: currentTarget.value })}
        />
      </div>
      {/* Only a narrow screen has no room for what it opens. */}
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls="choices"
        onClick={() => setIsOpen(!isOpen)}
      >
        Filters{amount > 0 && ` (${amount})`}
      </button>
      <div id="choices" class={isOpen ? 'open' : undefined}>
        {view.facets.map((facet) => (
          <Choice
            key={facet.key}
            id={`filter-${facet.key}`}
            label={humanized(facet.key)}
            none="All"
            values={valuesIn(records, facet, choices)}
            value={choices[facet.key]}
            onChoice={choose(facet.key)}
          />
        ))}
        <Choice
          id="filter-sort"
          label="Sort by"
          none={humanized(first.key)}
          values={otherOrders.map(({ key }) => key)}
          value={choices['sort']}
          onChoice={choose('sort')}
        />
      </div>
    </search>
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly label: string;
  /** What is shown while nothing is chosen. */
  readonly none: string;
  readonly values: readonly string[];
  readonly value: string | undefined;
  readonly onChoice: (value: string) => void;
}

/** A chosen value that the list no longer has is still shown, so that it can be removed. */
function Choice({ id, label, none, values, value, onChoice }: ChoiceProps) {
  const all = value === undefined || values.includes(value) ? values : [...values, value];
  if (all.length === 0) return null;
  return (
    <div>
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value ?? ''}
        onChange={({ currentTarget }) => onChoice(currentTarget.value)}
      >
        <option value="">{none}</option>
        {all.map((one) => (
          <option key={one} value={one}>
            {humanized(one)}
          </option>
        ))}
      </select>
    </div>
  );
}

function chosen(choices: Filter['choices'], key: string, value: string): Filter['choices'] {
  const { [key]: _, ...others } = choices;
  return value === '' ? others : { ...others, [key]: value };
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
          <li key={card.key} class="card" tabIndex={-1}>
            {card}
          </li>
        ))}
      </ul>
      {limit < cards.length && (
        <p class="more row small">
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
