/** One of the lists: searched and filtered in the browser, and shown a part at a time. */

import type { FunctionComponent, TargetedKeyboardEvent, VNode } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';

import type { List } from '../../client/src/index.ts';
import { counted, humanized, relativeAge } from '../text.ts';
import { csv } from './csv.ts';
import { Empty } from './parts.tsx';
import { focusTitle } from './scroll-position.ts';
import { type Filter, nounOf, type ViewName } from './route.ts';
import {
  chosenOf,
  indexed,
  type Order,
  type Searched,
  tally,
  withChoices,
  withWords,
} from './search.ts';

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
  readonly cardsOf: (found: readonly R[], words: string) => readonly VNode[];
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
  const { compare } =
    orders.find(({ key }) => chosenOf(filter.choices, 'sort').includes(key)) ?? orders[0];
  // The client gives the same array while nothing has changed.
  const index = useMemo(() => indexed(records.toSorted(compare), view), [records, compare, view]);
  const matching = withWords(index, filter.words);
  const found = withChoices(matching, facets, filter.choices);
  const clear = (): void => {
    onFilter({ words: '', choices: { sort: chosenOf(filter.choices, 'sort') } });
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
  const amount = facets.flatMap(({ key }) => chosenOf(choices, key)).length;
  const choose = (key: string, values: readonly string[]): void => {
    const { [key]: _, ...others } = choices;
    onFilter({ words, choices: values.length === 0 ? others : { ...others, [key]: values } });
  };
  const toggle = (key: string, value: string): void => {
    const chosen = chosenOf(choices, key);
    const others = chosen.filter((each) => each !== value);
    choose(key, others.length < chosen.length ? others : [...chosen, value]);
  };
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
          aria-pressed={chosenOf(choices, shortcut.key).includes(shortcut.value)}
          onClick={() => toggle(shortcut.key, shortcut.value)}
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
          <Choices
            key={facet.key}
            name={facet.key}
            values={tally(matching, facets, facet, choices)}
            chosen={chosenOf(choices, facet.key)}
            onChoice={(value) => toggle(facet.key, value)}
          />
        ))}
        {orders.length > 1 && (
          <div>
            <label>
              Sort by
              <select
                value={chosenOf(choices, 'sort')[0] ?? ''}
                onChange={({ currentTarget }) =>
                  choose('sort', [currentTarget.value].filter(Boolean))
                }
              >
                {orders.map(({ key }, index) => (
                  <option key={key} value={index === 0 ? '' : key}>
                    {humanized(key)}
                  </option>
                ))}
              </select>
            </label>
          </div>
        )}
      </div>
    </search>
  );
}

interface ChoicesProps {
  readonly name: string;
  /** With how many records each would find. */
  readonly values: ReadonlyMap<string, number>;
  readonly chosen: readonly string[];
  readonly onChoice: (value: string) => void;
}

/** A chosen value that nothing has is still shown, so that it can be removed. */
function Choices({ name, values, chosen, onChoice }: ChoicesProps) {
  const gone = chosen.filter((value) => !values.has(value));
  const all = new Map([...values, ...gone.map((value) => [value, 0] as const)]);
  if (all.size === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys come from the controls within
    <details name="choices" onKeyDown={closeOnEscape}>
      <summary>
        {[humanized(name), chosen.map(humanized).join(', ')].filter(Boolean).join(': ')}
      </summary>
      <ul class="card">
        {[...all].map(([value, count]) => (
          <li key={value}>
            <label>
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={() => onChoice(value)}
              />{' '}
              {humanized(value)} ({count})
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}

function closeOnEscape({ key, currentTarget }: TargetedKeyboardEvent<HTMLDetailsElement>): void {
  if (key !== 'Escape') return;
  currentTarget.open = false;
  currentTarget.querySelector('summary')?.focus();
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
  const { view, found, filter, limit, onMore } = props;
  const list = useRef<HTMLUListElement>(null);
  const cards = view.cardsOf(found, filter.words);
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
