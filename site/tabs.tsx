/** The links in the bar at the top of each page, and the ids of the elements that the explorer's script fills. */

import { english } from './cards/language.ts';
import { isReady, type Lists, type ViewName, viewNames } from './cards/lists.ts';
import { humanized } from './text.ts';

export const elementIds = { note: 'stale-note', tabs: 'lists', explorer: 'explorer' } as const;

/** The links to the lists, each with its number of records. Until a list has loaded, its link reserves space for the number. */
export function Tabs({ lists, current }: { lists?: Lists; current?: ViewName | undefined }) {
  return viewNames.map((view) => {
    const loaded = lists?.[view];
    return (
      <a key={view} href={`/#/${view}`} aria-current={view === current ? 'page' : undefined}>
        {humanized(view)}{' '}
        <span class="tag">
          {loaded !== undefined && isReady(loaded) && english.number(loaded.records.length)}
        </span>
      </a>
    );
  });
}
