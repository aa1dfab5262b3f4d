/** Says when what is shown is not what the database has. */

import { type ViewName, viewNames } from '../explorer/route.ts';
import type { Lists } from './lists.ts';
import { Moment } from './moment.tsx';

interface Stale {
  readonly name: ViewName;
  readonly source: string;
  readonly cachedAt: Date | undefined;
}

export function StaleNote({ lists, now }: { lists: Lists; now: Date }) {
  const shown = viewNames.flatMap((name): Stale[] => {
    const loaded = lists[name];
    return loaded.state === 'ready' ? [{ name, ...loaded.list }] : [];
  });
  const lastGood = shown.filter(({ source }) => source === 'last-good');
  const kept = shown.filter(({ source }) => source === 'kept');
  return (
    <>
      {lastGood.length > 0 && (
        <p class="stale">
          <strong>The database is away.</strong> You see the last good copy of{' '}
          <Named stale={lastGood} now={now} />.
        </p>
      )}
      {kept.length > 0 && (
        <p class="stale">
          <strong>The service could not be reached.</strong> You see what this page has kept of{' '}
          <Named stale={kept} now={now} />.
        </p>
      )}
    </>
  );
}

function Named({ stale, now }: { stale: readonly Stale[]; now: Date }) {
  return (
    <>
      {stale.map(({ name, cachedAt }, index) => (
        <span key={name}>
          {index > 0 && (index === stale.length - 1 ? ' and ' : ', ')}
          {name}
          {cachedAt !== undefined && (
            <>
              , from <Moment at={cachedAt} now={now} />
            </>
          )}
        </span>
      ))}
    </>
  );
}
