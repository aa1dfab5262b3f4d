/** The parts of the frame that the script of the explorer fills: their ids, and the links to the lists. */

import { isReady, type Lists, type ViewName, viewNames } from './cards/lists.ts';
import { ENGLISH, humanized } from './text.ts';

export const elementIds = { note: 'stale-note', tabs: 'lists', explorer: 'explorer' } as const;

interface TabsProps {
  /** Absent in the document as it arrives, which keeps the space of the counts. */
  readonly lists?: Lists;
  readonly current?: ViewName | undefined;
}

/** The links to the lists, with their counts. */
export function Tabs({ lists, current }: TabsProps) {
  return viewNames.map((view) => {
    const loaded = lists?.[view];
    return (
      <a key={view} href={`/#/${view}`} aria-current={view === current ? 'page' : undefined}>
        {humanized(view)}{' '}
        <span class="tag">
          {loaded !== undefined && isReady(loaded) && ENGLISH.format(loaded.records.length)}
        </span>
      </a>
    );
  });
}
