/** One of the lists: searched and filtered in the browser, and shown a part at a time. */

import type { VNode } from 'preact';
import { useMemo, useRef } from 'preact/hooks';

import type { Loaded } from '../live.ts';
import { counted, humanized } from '../text.ts';
import { Empty, Failed, Loading, NoJobs } from './empty-states.tsx';
import { focusTitle, Title } from './navigation.tsx';
import { type Filter, noFilter, type ViewName, viewTitles } from './route.ts';
import { type Facet, indexed, search, valuesIn } from './search.ts';

/** What a list needs to know of its records. */
export interface View<R> {
  readonly name: ViewName;
  readonly nouns: readonly [string, string];
  /** The texts that a search looks in. */
  readonly textsOf: (record: R) => readonly (string | null)[];
  readonly facets: readonly Facet<R>[];
  readonly card: (record: R) => VNode;
}

interface ListProps<R> {
  readonly view: View<R>;
  readonly loaded: Loaded<R>;
  readonly filter: Filter;
  /** How many cards are shown. */
  readonly limit: number;
  readonly onFilter: (filter: Filter) => void;
  readonly onMore: () => void;
  readonly onRetry: () => void;
}

export function RecordList<R extends { readonly id: string }>(props: ListProps<R>) {
  const { view, loaded, onRetry } = props;
  return (
    <>
      <Title>{viewTitles[view.name]}</Title>
      {loaded.state === 'loading' && <Loading what={view.nouns[1]} />}
      {loaded.state === 'failed' && <Failed what={view.nouns[1]} onRetry={onRetry} />}
      {loaded.state === 'ready' && <Found {...props} records={loaded.list.records} />}
    </>
  );
}

interface FoundProps<R> extends ListProps<R> {
  readonly records: readonly R[];
}

function Found<R extends { readonly id: string }>(props: FoundProps<R>) {
  const { view, records, filter, onFilter } = props;
  const { nouns, facets, textsOf } = view;
  // The client gives the same array while nothing has changed.
  const index = useMemo(() => indexed(records, textsOf), [records, textsOf]);
  const found = search(index, facets, filter);
  const clear = (): void => {
    onFilter(noFilter);
    focusTitle(); // the button is gone
  };
  if (records.length === 0) {
    return view.name === 'jobs' ? (
      <NoJobs />
    ) : (
      <Empty title={`The list of ${nouns[1]} is empty at present.`} />
    );
  }
  return (
    <>
      <FilterBar {...props} />
      <p class="count" role="status">
        {found.length === records.length
          ? counted(found.length, nouns)
          : `${found.length.toLocaleString('en')} of ${counted(records.length, nouns)}`}
      </p>
      {found.length === 0 ? (
        <Empty title={`No ${nouns[1]} match your search.`}>
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

function FilterBar<R>({ view, records, filter, onFilter }: FoundProps<R>) {
  return (
    <search class="filters">
      <div>
        <label for="filter-words">Search {view.nouns[1]}</label>
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
      {view.facets.map((facet) => (
        <Choice
          key={facet.key}
          id={`filter-${facet.key}`}
          label={facet.label}
          values={valuesIn(records, facet)}
          value={filter.choices[facet.key]}
          onChoice={(value) => onFilter({ ...filter, choices: chosen(filter, facet.key, value) })}
        />
      ))}
    </search>
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly label: string;
  readonly values: readonly string[];
  readonly value: string | undefined;
  readonly onChoice: (value: string) => void;
}

/** A chosen value that the list no longer has is still shown, so that it can be removed. */
function Choice({ id, label, values, value, onChoice }: ChoiceProps) {
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
        <option value="">All</option>
        {all.map((one) => (
          <option key={one} value={one}>
            {humanized(one)}
          </option>
        ))}
      </select>
    </div>
  );
}

function chosen(filter: Filter, key: string, value: string): Filter['choices'] {
  const { [key]: _, ...others } = filter.choices;
  return value === '' ? others : { ...others, [key]: value };
}

/** The first cards, and more on request: a list of 12,000 costs no more than one of 60. */
function FirstCards<R extends { readonly id: string }>(props: FoundProps<R>) {
  const { view, records, limit, onMore } = props;
  const list = useRef<HTMLUListElement>(null);
  const showMore = (): void => {
    onMore();
    focusFirstLink(list.current?.children[limit]); // of the added cards: the button has moved away
  };
  return (
    <>
      <ul ref={list} class={`records ${view.name}`}>
        {records.slice(0, limit).map((record) => (
          <li key={record.id} tabIndex={-1}>
            {view.card(record)}
          </li>
        ))}
      </ul>
      {limit < records.length && (
        <p class="more">
          <button type="button" class="button" onClick={showMore}>
            Show more
          </button>
          <span>
            {limit} of {counted(records.length, view.nouns)} are shown
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
