/**
 * The controls of a list: search, filters and sort order. On wide screens, the filters are beside the results. On narrow
 * screens and in the embed, a button opens a dialog with the filters.
 */

import type { ComponentProps } from 'preact';
import { useContext, useMemo, useState } from 'preact/hooks';

import { SharedData } from './parts.tsx';
import {
  chosenOf,
  type Facet,
  type Filter,
  hasWords,
  orderedValues,
  tally,
  toggled,
  type View,
} from './search.ts';

export interface Controls<R> {
  readonly view: View<R>;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

interface SidebarProps<R> extends Controls<R> {
  readonly records: readonly R[];
  /** Records that match the search, before the filters are applied. */
  readonly matching: readonly R[];
  /** Number of records that match both the search and the filters. */
  readonly found: number;
}

/** The search and the filters. Each choice takes effect immediately, even in the dialog. */
export function Sidebar<R>(props: SidebarProps<R>) {
  const { view, filter, found, onFilter } = props;
  const { language } = useContext(SharedData);
  const label = language.word(`search-${view.name}`);
  const [isOpen, setIsOpen] = useState(false);
  const amount = chosenIn(view, filter).length;
  return (
    <search class="side">
      <div class="search">
        <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M12 7A5 5 0 1 1 2 7a5 5 0 0 1 10 0m-1 4 4 4" />
        </svg>
        <input
          class="field"
          type="search"
          autocomplete="off"
          spellcheck={false}
          dir="auto"
          aria-label={label}
          aria-keyshortcuts="/"
          placeholder={label}
          value={filter.words}
          onInput={({ currentTarget }) => onFilter({ ...filter, words: currentTarget.value })}
        />
      </div>
      <button type="button" class="btn open" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {language.word('filters')}
        {amount > 0 && <span class="tag">{amount}</span>}
      </button>
      <div class="facets">
        <Facets {...props} />
      </div>
      {isOpen && (
        <Dialog title={language.word('filters')} onClose={() => setIsOpen(false)}>
          <div>
            <Facets {...props} />
          </div>
          <footer>
            <button type="button" class="btn" onClick={() => onFilter(withoutChoices(filter))}>
              {language.word('clear')}
            </button>
            <button type="button" class="btn main" onClick={closeDialog}>
              {language.word('show', { all: language.counted(view.name, found) })}
            </button>
          </footer>
        </Dialog>
      )}
    </search>
  );
}

/** A modal dialog. It opens when it is rendered. */
export function Dialog({ title, children, ...rest }: ComponentProps<'dialog'>) {
  const close = useContext(SharedData).language.word('close');
  return (
    <dialog ref={openModal} aria-label={title} {...rest}>
      <header>
        <h2>{title}</h2>
        <button type="button" class="btn icon" aria-label={close} onClick={closeDialog}>
          ×
        </button>
      </header>
      {children}
    </dialog>
  );
}

function openModal(dialog: HTMLDialogElement | null): void {
  dialog?.showModal();
}

function closeDialog({ currentTarget }: { readonly currentTarget: Element }): void {
  currentTarget.closest('dialog')?.close();
}

function Facets<R>(props: SidebarProps<R>) {
  return props.view.facets.map((facet) => <Values key={facet.key} facet={facet} {...props} />);
}

/**
 * How many values of a facet to show at first. A button shows the rest. If there is only one more value, it is shown instead of the
 * button. Chosen values are always shown.
 */
const MOST_VALUES = 6;

/**
 * Shows the values of a facet, each with the number of records that match the value. Values with matches and chosen values come
 * first. A chosen value without matches stays enabled, so that visitors can remove it.
 */
function Values<R>(props: SidebarProps<R> & { facet: Facet<R> }) {
  const { facet, view, records, matching, filter, onFilter } = props;
  const { language } = useContext(SharedData);
  const [isOpen, setIsOpen] = useState(false);
  const values = useMemo(() => orderedValues(records, facet, language), [records, facet, language]);
  const counts = tally(matching, view.facets, facet, filter.choices);
  const chosen = chosenOf(filter, facet.key);
  const hasResults = (value: string): boolean => counts.has(value) || chosen.includes(value);
  const all = [...new Set([...values.filter(hasResults), ...chosen, ...values])];
  const short = all.filter((value, at) => at < MOST_VALUES || chosen.includes(value));
  const isLong = !isOpen && short.length < all.length - 1;
  if (all.length === 0) return null;
  return (
    <fieldset>
      <legend>{language.value(facet.key)}</legend>
      {(isLong ? short : all).map((value) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            disabled={!hasResults(value)}
            onChange={() => onFilter(toggled(filter, facet.key, value))}
          />
          <bdi>{language.value(value)}</bdi>
          <span>{language.number(counts.get(value) ?? 0)}</span>
        </label>
      ))}
      {isLong && (
        <button type="button" class="link" onClick={() => setIsOpen(true)}>
          {language.word('more-values', { count: language.number(all.length - short.length) })}
        </button>
      )}
    </fieldset>
  );
}

/** Shows a button for each chosen value. A click on the button removes the value from the filters. */
export function Chips<R>({ view, filter, onFilter }: Controls<R>) {
  const { language } = useContext(SharedData);
  const chosen = chosenIn(view, filter);
  if (chosen.length === 0) return null;
  return (
    <div class="tags">
      {chosen.map(({ key, value }) => (
        <button
          key={`${key} ${value}`}
          type="button"
          class="btn"
          aria-label={language.word('remove', { value: language.value(value) })}
          onClick={() => onFilter(toggled(filter, key, value))}
        >
          <bdi>{language.value(value)}</bdi> <span aria-hidden="true">×</span>
        </button>
      ))}
      <button type="button" class="link" onClick={() => onFilter(withoutChoices(filter))}>
        {language.word('clear')}
      </button>
    </div>
  );
}

/** Key of the sort order in which the best match comes first. */
export const RELEVANCE = 'relevance';

/**
 * Returns the key of the sort order to use: the visitor's choice if the view has that order, otherwise `RELEVANCE` if there is
 * a search text, otherwise the view's first order.
 */
export function orderOf<R>({ orders }: View<R>, filter: Filter): string {
  const [chosen] = chosenOf(filter, 'sort');
  const known = orders.find(({ key }) => key === chosen);
  return known?.key ?? (hasWords(filter) ? RELEVANCE : orders[0].key);
}

export function SortControl<R>({ view, filter, onFilter }: Controls<R>) {
  const { language } = useContext(SharedData);
  const keys = [...(hasWords(filter) ? [RELEVANCE] : []), ...view.orders.map(({ key }) => key)];
  return (
    <label class="sort muted">
      <span aria-hidden="true">{language.word('sort-by')}</span>{' '}
      <select
        aria-label={language.word('sort-by')}
        value={orderOf(view, filter)}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ ...filter, choices: { ...filter.choices, sort: [value] } })
        }
      >
        {keys.map((key) => (
          <option key={key} value={key}>
            {language.value(key)}
          </option>
        ))}
      </select>
    </label>
  );
}

function chosenIn<R>({ facets }: View<R>, filter: Filter) {
  return facets.flatMap(({ key }) => chosenOf(filter, key).map((value) => ({ key, value })));
}

/** Returns the filter without the chosen values. Keeps the search text and the sort order. */
export function withoutChoices({ words, choices: { sort } }: Filter): Filter {
  return { words, choices: sort === undefined ? {} : { sort } };
}
