/** The records of a list that a search and the filters find, as cards. */

import { useContext, useEffect, useMemo, useRef } from 'preact/hooks';

import { orderOf } from './controls.tsx';
import { type Filter, withChoices, withWords } from './search.ts';
import { SharedLists, type View } from './view.ts';

/** The index of a long list takes a second to make, so the cards come first. */
const INDEX_AFTER_MS = 300;

/** Returns the records with the words, and those of them with the chosen values. */
export function useFound<R>(view: View<R>, records: readonly R[], filter: Filter) {
  const { words, choices } = filter;
  const order = orderOf(view, filter);
  const { compare } = view.orders.find(({ key }) => key === order) ?? view.orders[0];
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
  return { matching, found: withChoices(matching, view.facets, choices) };
}

interface CardListProps<R> {
  readonly view: View<R>;
  readonly found: readonly R[];
  readonly words: string;
  /** How many cards are shown. */
  readonly limit: number;
  /** Shows more cards; without it, there is no button for that. */
  readonly onMore?: (() => void) | undefined;
}

/** The first cards, and more on request: a list of 12,000 costs no more than one of 60. */
export function CardList<R>({ view, found, words, limit, onMore }: CardListProps<R>) {
  const { language } = useContext(SharedLists);
  const { Card, keyOf, layout } = view;
  const cards = useRef<HTMLUListElement>(null);
  const showMore = (): void => {
    onMore?.();
    cards.current?.children[limit]?.querySelector('a')?.focus(); // the button has moved away
  };
  return (
    <>
      <ul ref={cards} class={`${layout} ${view.name}`}>
        {found.slice(0, limit).map((record) => (
          <li key={keyOf(record)} class={layout === 'grid' ? 'card' : 'row'} part="card">
            <Card record={record} words={words} />
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
              all: language.counted(view.name, found.length),
            })}
          </span>
        </p>
      )}
    </>
  );
}
