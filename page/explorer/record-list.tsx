/** One of the lists: looked through on this side, and shown a part at a time. */

import { useMemo } from 'preact/hooks';

import type { Loaded } from '../live/lists.ts';
import { counted } from '../text/amounts.ts';
import { FilterBar } from './filter-bar.tsx';
import { Failed, Loading, NoJobs, NoMatch, NoRecords } from './nothing.tsx';
import { type Filter, noFilter } from './route.ts';
import { indexed, search } from './search.ts';
import { SomeRecords } from './some-records.tsx';
import { focusTitle, Title } from './title.tsx';
import type { View } from './view.ts';

interface Props<R> {
  readonly view: View<R>;
  readonly loaded: Loaded<R>;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  readonly onRetry: () => void;
}

export function RecordList<R extends { readonly id: string }>(props: Props<R>) {
  const { view, loaded, onRetry } = props;
  return (
    <>
      <Title>{view.title}</Title>
      {loaded.state === 'loading' && <Loading what={view.nouns[1]} />}
      {loaded.state === 'failed' && <Failed what={view.nouns[1]} onRetry={onRetry} />}
      {loaded.state === 'ready' && <Found {...props} records={loaded.list.records} />}
    </>
  );
}

function Found<R extends { readonly id: string }>(props: Props<R> & { records: readonly R[] }) {
  const { view, records, filter, onFilter } = props;
  const { nouns, facets, textsOf } = view;
  // The client gives the same array while nothing has changed.
  const index = useMemo(() => indexed(records, textsOf), [records, textsOf]);
  const found = search(index, facets, filter);
  const clear = (): void => {
    onFilter(noFilter);
    focusTitle(); // the button is gone
  };
  if (records.length === 0)
    return view.name === 'jobs' ? <NoJobs /> : <NoRecords what={nouns[1]} />;
  return (
    <>
      <FilterBar
        noun={nouns[1]}
        records={records}
        facets={facets}
        filter={filter}
        onFilter={onFilter}
      />
      <p class="count" role="status">
        {found.length === records.length
          ? counted(found.length, nouns)
          : `${found.length.toLocaleString('en')} of ${counted(records.length, nouns)}`}
      </p>
      {found.length === 0 ? (
        <NoMatch what={nouns[1]} onClear={clear} />
      ) : (
        <SomeRecords key={JSON.stringify(filter)} view={view} records={found} />
      )}
    </>
  );
}
