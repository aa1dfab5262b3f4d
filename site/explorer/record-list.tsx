/** One of the lists: searched and filtered in the browser, and shown a part at a time. */

import type { FunctionComponent, VNode } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';

import type { List } from '../../client/src/index.ts';
import { counted, humanized, relativeAge } from '../text.ts';
import { csv } from './csv.ts';
import { Empty } from './parts.tsx';
import { focusTitle } from './place.ts';
import { type Filter, noFilter, nounOf, type ViewName } from './route.ts';
import { indexed, type Order, type Searched, tally, withChoices, withWords } from './search.ts';

const A_MINUTE_MS = 60_000;

/** What the explorer needs to know of a kind of record. */
export interface View<R> extends Searched<R> {
  readonly name: ViewName;
  /** What names a record in an address. */
  readonly keyOf: (record: R) => string;
  readonly Page: FunctionComponent<{ record: R }>;
  /** A choice that one click makes. */
  readonly shortcut?: { readonly key: string; readonly value: string };
  /** The first is the one that nobody has to choose. */
  readonly orders: readonly [Order<R>, ...Order<R>[]];
  /** The columns of a downloaded list. */
  readonly fields: readonly string[];
  /** What a card shows: one record, or a group of them. */
  readonly cardNoun: string;
  /** Each card has a key. */
  readonly cardsOf: (found: readonly R[]) => readonly VNode[];
}

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

export function RecordList<R extends object>(props: Props<R>) {
  const { view, list, filter, now, onFilter } = props;
  const { name, facets, orders } = view;
  const { records, cachedAt, problems } = list;
  const { compare } = orders.find(({ key }) => key === filter.choices['sort']) ?? orders[0];
  // The client gives the same array while nothing has changed.
  const index = useMemo(() => indexed(records.toSorted(compare), view), [records, compare, view]);
  const matching = withWords(index, filter.words);
  const found = withChoices(matching, facets, filter.choices);
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
      <FilterBar {...props} matching={matching} />
      <div class="found row small">
        {cachedAt !== undefined && <span>Updated {relativeAge(cachedAt, now)}</span>}
        <span class="count" role="status">
          {found.length < records.length &&
            `${found.length.toLocaleString('en')} of ${counted(records.length, nounOf(name))}`}
        </span>
        {found.length > 0 && found.length < records.length && (
          <button type="button" onClick={clear}>
            Clear
          </button>
        )}
        {problems.length > 0 && <span>{counted(problems.length, 'bad record')} left out</span>}
        {found.length > 0 && (
          <button type="button" onClick={() => download(name, csv(view.fields, found))}>
            Download CSV
          </button>
        )}
      </div>
      {found.length === 0 ? (
        <Empty title={`No ${name} match your search.`}>
          <button type="button" onClick={clear}>
            Clear the search
          </button>
        </Empty>
      ) : (
        <FirstCards {...props} found={found} />
      )}
    </>
  );
}

/** What the list is searched, filtered and sorted by. */
function FilterBar<R>(props: Props<R> & { readonly matching: readonly R[] }) {
  const { view, matching, filter, onFilter } = props;
  const { facets, shortcut, orders } = view;
  const { choices, words } = filter;
  const [isOpen, setIsOpen] = useState(false);
  const keys = [...facets.map(({ key }) => key), 'sort'];
  const amount = keys.filter((key) => choices[key] !== undefined).length;
  const choose = (key: string, value: string): void => {
    const { [key]: _, ...others } = choices;
    onFilter({ words, choices: value === '' ? others : { ...others, [key]: value } });
  };
  const isShort = shortcut !== undefined && choices[shortcut.key] === shortcut.value;
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
          value={words}
          onInput={({ currentTarget }) => onFilter({ ...filter, words: currentTarget.value })}
        />
      </div>
      {shortcut !== undefined && (
        <button
          type="button"
          aria-pressed={isShort}
          onClick={() => choose(shortcut.key, isShort ? '' : shortcut.value)}
        >
          {humanized(shortcut.value)}
        </button>
      )}
      {/* Only a narrow screen has no room for what it opens. */}
      <button
        type="button"
        class="opens"
        aria-expanded={isOpen}
        aria-controls="choices"
        onClick={() => setIsOpen(!isOpen)}
      >
        Filters{amount > 0 && ` (${amount})`}
      </button>
      <div id="choices" class={isOpen ? 'open' : undefined}>
        {facets.map((facet) => (
          <Choice
            key={facet.key}
            name={facet.key}
            none="All"
            values={tally(matching, facets, facet, choices)}
            value={choices[facet.key]}
            onChoice={choose}
          />
        ))}
        <Choice
          name="sort"
          none={humanized(orders[0].key)}
          values={new Map(orders.slice(1).map(({ key }) => [key, undefined]))}
          value={choices['sort']}
          onChoice={choose}
        />
      </div>
    </search>
  );
}

interface ChoiceProps {
  readonly name: string;
  /** What is shown while nothing is chosen. */
  readonly none: string;
  /** With how many records each would find. */
  readonly values: ReadonlyMap<string, number | undefined>;
  readonly value: string | undefined;
  readonly onChoice: (name: string, value: string) => void;
}

/** A chosen value that nothing has is still shown, so that it can be removed. */
function Choice({ name, none, values, value, onChoice }: ChoiceProps) {
  const id = `filter-${name}`;
  const all = value === undefined ? values : new Map([...values, [value, values.get(value)]]);
  if (all.size === 0) return null;
  return (
    <div>
      <label for={id}>{name === 'sort' ? 'Sort by' : humanized(name)}</label>
      <select
        id={id}
        value={value ?? ''}
        onChange={({ currentTarget }) => onChoice(name, currentTarget.value)}
      >
        <option value="">{none}</option>
        {[...all].map(([one, count]) => (
          <option key={one} value={one}>
            {humanized(one)}
            {count !== undefined && ` (${count})`}
          </option>
        ))}
      </select>
    </div>
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
function FirstCards<R>(props: Props<R> & { readonly found: readonly R[] }) {
  const { view, found, limit, onMore } = props;
  const list = useRef<HTMLUListElement>(null);
  const cards = view.cardsOf(found);
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
        <p class="found row small">
          <button type="button" onClick={showMore}>
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
