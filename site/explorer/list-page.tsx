/** The page of a list: searched and filtered in the browser, and shown a part at a time. */

import { useState } from 'preact/hooks';

import type { List } from '../../client/src/index.ts';
import { CardList, useFound } from '../cards/card-list.tsx';
import { Chips, type Controls, Sidebar, SortControl, withoutChoices } from '../cards/controls.tsx';
import { english } from '../cards/language.ts';
import type { AnyRecord, ViewName } from '../cards/lists.ts';
import { type Filter, hasWords } from '../cards/search.ts';
import { clockTime, humanized } from '../text.ts';
import { csv } from './csv.ts';
import type { EmbedDialog } from './embed-dialog.tsx';
import { Empty, Title } from './parts.tsx';
import { focusTitle } from './scroll-position.ts';

const A_MINUTE_MS = 60_000;

interface Props<R> extends Controls<R> {
  readonly list: List<R>;
  /** How many cards are shown. */
  readonly limit: number;
  readonly now: Date;
  readonly onMore: () => void;
}

export function ListPage<R extends AnyRecord>(props: Props<R>) {
  const { view, list, filter, now } = props;
  const { name } = view;
  const { records, cachedAt, problems } = list;
  const { matching, found } = useFound(view, records, filter);
  const [Dialog, setDialog] = useState<typeof EmbedDialog>();
  const embed = async (): Promise<void> => {
    const { EmbedDialog: loaded } = await import('./on-demand.ts');
    setDialog(() => loaded);
  };
  const all = english.counted(name, records.length);
  if (records.length === 0) {
    return (
      <>
        <Title name={humanized(name)}>{all}</Title>
        <Empty title={`No ${name} at the moment.`}>
          <p class="muted">New ones will appear here.</p>
        </Empty>
      </>
    );
  }
  const amount = found.length < records.length ? `${english.number(found.length)} of ${all}` : all;
  return (
    <>
      <div class="page">
        <Sidebar {...props} records={records} matching={matching} found={found.length} />
        <div>
          <div class="head">
            <Title name={humanized(name)}>{amount}</Title>
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
        {problems.length > 0 && <span>Invalid records that are hidden: {problems.length}</span>}
        {found.length > 0 && (
          <button type="button" class="link" onClick={() => download(name, found)}>
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
        {amount !== all && amount}
      </p>
    </>
  );
}

/** Offers ways out: without the filters, or without the words. */
function NoneFound<R>({ view, filter, matching, onFilter }: Controls<R> & { matching: number }) {
  const change = (changed: Filter): void => {
    onFilter(changed);
    focusTitle(); // the button is gone
  };
  return (
    <Empty title={`No ${view.name} match your search.`}>
      <div class="do">
        {matching > 0 && (
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
function download(name: ViewName, records: readonly object[]): void {
  const file = new Blob([csv(records)], { type: 'text/csv;charset=utf-8' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `${name}-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), A_MINUTE_MS); // not while it is being saved
}
