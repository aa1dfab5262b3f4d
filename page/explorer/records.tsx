/** What of another list belongs to a startup. Nothing stands there while that list is not here, or has nothing for it. */

import type { VNode } from 'preact';

import type { Loaded } from '../live/lists.ts';

interface Props<R> {
  readonly title: string;
  readonly loaded: Loaded<R>;
  readonly startupId: string;
  readonly card: (record: R) => VNode;
}

export function Records<R extends { readonly id: string; readonly startup_id: string }>(
  props: Props<R>,
) {
  const { title, loaded, startupId, card } = props;
  const records = loaded.state === 'ready' ? loaded.list.records : [];
  const own = records.filter(({ startup_id }) => startup_id === startupId);
  if (own.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul class="own">
        {own.map((record) => (
          <li key={record.id}>{card(record)}</li>
        ))}
      </ul>
    </>
  );
}
