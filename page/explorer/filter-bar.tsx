/** What a list is narrowed with. */

import { worded } from '../text/worded.ts';
import type { Filter } from './route.ts';
import { type Facet, valuesIn } from './search.ts';

interface Props<R> {
  readonly noun: string;
  readonly records: readonly R[];
  readonly facets: readonly Facet<R>[];
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

export function FilterBar<R>({ noun, records, facets, filter, onFilter }: Props<R>) {
  return (
    <search class="filters">
      <div>
        <label for="filter-words">Search {noun}</label>
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
      {facets.map((facet) => (
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

/** A value that the list does not have (any more) stays to be seen, and to be taken back. */
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
            {worded(one)}
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
