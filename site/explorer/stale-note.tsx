/** Tells which lists are not what the database holds now. */

import type { List } from '../../client/src/index.ts';
import { type Lists, type ViewName, viewNames } from '../cards/lists.ts';
import { clockTime } from '../text.ts';

const ENGLISH_LIST = new Intl.ListFormat('en-GB');

const notes = [
  { source: 'last-good', reason: 'The database is unavailable.', seen: 'the last good copy of' },
  {
    source: 'kept',
    reason: 'The service could not be reached.',
    seen: 'this page’s saved copy of',
  },
];

export function StaleNote({ lists }: { lists: Lists }) {
  return (
    <>
      {notes.map(({ source, reason, seen }) => {
        const stale = viewNames.filter((name) => readyList(lists, name)?.source === source);
        if (stale.length === 0) return null;
        const times = stale.flatMap((name) => readyList(lists, name)?.cachedAt?.getTime() ?? []);
        // A clock time, not an age: what a screen reader announces must not change each minute.
        const from = times.length > 0 && `, from ${clockTime(new Date(Math.min(...times)))}`;
        return (
          <p key={source} class="notice">
            <strong>{reason}</strong> You are seeing {seen} {ENGLISH_LIST.format(stale)}
            {from}.
          </p>
        );
      })}
    </>
  );
}

function readyList(lists: Lists, name: ViewName): List<unknown> | undefined {
  const loaded = lists[name];
  return loaded.state === 'ready' ? loaded.list : undefined;
}
