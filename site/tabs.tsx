/** The parts of the frame that the explorer's script fills: their ids, and the links to the lists. */

import { english } from './cards/language.ts';
import { isReady, type Lists, type ViewName, viewNames } from './cards/lists.ts';
import { humanized } from './text.ts';

export const elementIds = { note: 'stale-note', tabs: 'lists', explorer: 'explorer' } as const;

/** The links to the lists, with their counts. Before the lists have loaded, it reserves space for the counts. */
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
