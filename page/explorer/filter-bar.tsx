/** What a list is searched, filtered and sorted by. */

import { useState } from 'preact/hooks';

import { humanized } from '../text.ts';
import type { FoundProps } from './record-list.tsx';
import type { Filter } from './route.ts';
import { valuesIn } from './search.ts';

export function FilterBar<R>({ view, records, filter, onFilter }: FoundProps<R>) {
  const [isOpen, setIsOpen] = useState(false);
  const { choices } = filter;
  const amount = Object.keys(choices).length;
  const [first, ...otherOrders] = view.orders;
  const choose = (key: string) => (value: string) =>
    onFilter({ ...filter, choices: chosen(choices, key, value) });
  return (
    <search class="filters">
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
