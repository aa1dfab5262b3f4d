/** The page of a list: searched and filtered in the browser, and shown a part at a time. */

import { useState } from 'preact/hooks';

import type { List } from '../../client/src/index.ts';
import { CardList, useFound } from '../cards/card-list.tsx';
import { Chips, chosenIn, Sidebar, SortControl, withoutChoices } from '../cards/controls.tsx';
import { english } from '../cards/language.ts';
import { type Filter, hasWords } from '../cards/search.ts';
import type { View } from '../cards/view.ts';
import { clockTime, counted, ENGLISH, humanized } from '../text.ts';
import { csv } from './csv.ts';
import type { EmbedDialog } from './embed-dialog.tsx';
import { Empty, Title } from './parts.tsx';
import { focusTitle } from './scroll-position.ts';

const A_MINUTE_MS = 60_000;

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
  /** The columns of a downloaded list. */
  readonly fields: readonly string[];
}

export function ListPage<R extends object>(props: Props<R>) {
  const { view, list, fields, filter, now } = props;
  const { name } = view;
  const { records, cachedAt, problems } = list;
  const { matching, found } = useFound(view, records, filter);
  const [Dialog, setDialog] = useState<typeof EmbedDialog>();
  const embed = async (): Promise<void> => {
    const { EmbedDialog: loaded } = await import('./on-demand.ts');
    setDialog(() => loaded);
  };
  if (records.length === 0) {
    return (
      <>
        <Title name={humanized(name)}>{english.counted(name, 0)}</Title>
        <Empty title={`No ${name} at the moment.`}>
          <p class="muted">New ones will appear here.</p>
        </Empty>
      </>
    );
  }
  const all = english.counted(name, records.length);
  return (
    <>
      <div class="page">
        <Sidebar {...props} records={records} matching={matching} found={found.length} />
        <div>
          <div class="head">
            <Title name={humanized(name)}>
              {found.length < records.length ? `${ENGLISH.format(found.length)} of ${all}` : all}
            </Title>
            <SortControl {...props} />
            <Chips {...props} />
          </div>
          {found.length === 0 ? (
            <NoneFound {...props} matching={matching.length} />
          ) : (
            <CardList {...props} found={found} words={filter.words} />
          )}
        </div>
      </div>
      <p class="foot muted">
        {cachedAt !== undefined && (
          <span>
            {list.source === 'database'
              ? `Updated ${english.age(cachedAt, now)}`
              : `Copy of ${clockTime(cachedAt)}`}
          </span>
        )}
        {problems.length > 0 && <span>{counted(problems.length, 'invalid record')} hidden</span>}
        {found.length > 0 && (
          <button type="button" class="link" onClick={() => download(name, csv(fields, found))}>
            Download CSV
          </button>
        )}
        <button type="button" class="link" onClick={() => void embed()}>
          Embed this list
        </button>
      </p>
      {Dialog !== undefined && (
        <Dialog view={name} filter={filter} onClose={() => setDialog(undefined)} />
      )}
      <p class="unseen" role="status">
        {found.length < records.length && `${found.length} of ${all}`}
      </p>
    </>
  );
}

/** Offers ways out: without the filters, or without the words. */
function NoneFound<R>({
  view,
  filter,
  matching,
  onFilter,
}: Props<R> & { readonly matching: number }) {
  const chosen = chosenIn(view, filter);
  const change = (changed: Filter): void => {
    onFilter(changed);
    focusTitle(); // the button is gone
  };
  return (
    <Empty title={`No ${view.name} match your search.`}>
      <div class="do">
        {chosen.length > 0 && matching > 0 && (
          <button type="button" class="btn main" onClick={() => change(withoutChoices(filter))}>
            Show {english.counted(view.name, matching)} without the filters
          </button>
        )}
        {hasWords(filter) && (
          <button type="button" class="btn" onClick={() => change({ ...filter, words: '' })}>
            Clear the search
          </button>
        )}
      </div>
    </Empty>
  );
}

/** Saves a file such as `startups-2026-11-22.csv`. */
function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  link.download = `${name}-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), A_MINUTE_MS); // not while it is being saved
}
