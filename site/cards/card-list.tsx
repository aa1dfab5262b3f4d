/** One of the three lists, shown as cards. Only records that match the search and the filters appear. */

import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useMemo, useRef } from 'preact/hooks';

import { type Controls, orderOf, RELEVANCE } from './controls.tsx';
import { foundersView } from './founders.tsx';
import { jobsView } from './jobs.tsx';
import { type AnyRecord, byId, byStartup, type Loaded, recordsOf, type ViewName } from './lists.ts';
import { type Shared, SharedData } from './parts.tsx';
import { type Filter, searchOf, type View, withChoices } from './search.ts';
import { startupsView } from './startups.tsx';

interface ListViewProps extends Omit<Shared, 'known' | 'teams'> {
  readonly name: ViewName;
  readonly show: <R extends AnyRecord>(view: View<R>, loaded: Loaded<R>) => ComponentChildren;
}

/** Shows one of the lists, and provides the data that its cards need. */
export function ListView({ name, language, now, lists, linkTo, show }: ListViewProps) {
  const { startups, founders, jobs } = lists;
  const known = useMemo(() => byId(startups), [startups]);
  const teams = useMemo(() => byStartup(recordsOf(founders)), [founders]);
  // A new view needs a new search index, so each view is kept until its data changes.
  const startupsOf = useMemo(() => startupsView(teams, language), [teams, language]);
  const foundersOf = useMemo(() => foundersView(known, language), [known, language]);
  const shared = useMemo(
    () => ({ language, now, lists, known, teams, linkTo }),
    [language, now, lists, known, teams, linkTo],
  );
  return (
    <SharedData.Provider value={shared}>
      {name === 'startups' && show(startupsOf, startups)}
      {name === 'founders' && show(foundersOf, founders)}
      {name === 'jobs' && show(jobsView, jobs)}
    </SharedData.Provider>
  );
}

/** Delay before the search index is built. For a long list, building it takes a second, so the cards are shown first. */
const INDEX_AFTER_MS = 300;

/** Returns the records that match the search (`matching`), and those that also match the filters (`found`). */
export function useFound<R>(view: View<R>, records: readonly R[], filter: Filter) {
  const { words, choices } = filter;
  const order = orderOf(view, filter);
  const { compare } = view.orders.find(({ key }) => key === order) ?? view.orders[0];
  // The client returns the same array until a record changes, so most renders reuse the sorted records.
  const sorted = useMemo(() => records.toSorted(compare), [records, compare]);
  const search = useMemo(() => searchOf(view, records), [view, records]);
  const matching = useMemo(
    () => search.find(sorted, words, order === RELEVANCE),
    [search, sorted, words, order],
  );
  useEffect(() => {
    const timer = setTimeout(search.prepare, INDEX_AFTER_MS);
    return () => clearTimeout(timer);
  }, [search]);
  return { matching, found: withChoices(matching, view.facets, choices) };
}

export function layoutOf(view: ViewName) {
  return view === 'jobs' ? { list: 'rows', item: 'row' } : { list: 'grid', item: 'card' };
}

interface CardListProps<R> extends Pick<Controls<R>, 'view' | 'filter'> {
  readonly found: readonly R[];
  /** Maximum number of cards to show. */
  readonly limit: number;
  /** Shows more cards. Without this function, there is no "Show more" button. */
  readonly onMore?: (() => void) | undefined;
}

/** Shows the first cards, and more on request, so that a list of 12,000 records appears as quickly as a list of 60. */
export function CardList<R extends { readonly id: string }>(props: CardListProps<R>) {
  const { view, filter, found, limit, onMore } = props;
  const { language } = useContext(SharedData);
  const { name, Card } = view;
  const layout = layoutOf(name);
  const cards = useRef<HTMLUListElement>(null);
  const showMore = (): void => {
    onMore?.();
    // Moves the focus from the button to the first new card. The new cards appear above the button, so a visitor who moves on
    // with the Tab key would miss them. The embed renders the cards in a microtask, so the focus moves in a later microtask.
    queueMicrotask(() => cards.current?.children[limit]?.querySelector('a')?.focus());
  };
  return (
    <>
      <ul ref={cards} class={`${layout.list} ${name}`}>
        {found.slice(0, limit).map((record) => (
          <li key={record.id} class={layout.item} part="card">
            <Card record={record} words={filter.words} />
          </li>
        ))}
      </ul>
      {onMore !== undefined && limit < found.length && (
        <p class="more">
          <button type="button" class="btn" onClick={showMore}>
            {language.word('show-more')}
          </button>{' '}
          <span class="muted">
            {language.word('some-of', {
              count: language.number(limit),
              all: language.counted(name, found.length),
            })}
          </span>
        </p>
      )}
    </>
  );
}
