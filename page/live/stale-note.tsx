/** Says when what is shown is not what the database has. */

import { type ViewName, viewNames } from '../explorer/route.ts';
import { clockTime } from '../text/clock-time.ts';
import type { Lists } from './lists.ts';

interface Stale {
  readonly name: ViewName;
  readonly source: string;
  readonly cachedAt: Date | undefined;
}

export function StaleNote({ lists }: { lists: Lists }) {
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
          <Named stale={lastGood} />.
        </p>
      )}
      {kept.length > 0 && (
        <p class="stale">
          <strong>The service could not be reached.</strong> You see what this page has kept of{' '}
          <Named stale={kept} />.
        </p>
      )}
    </>
  );
}

/** Mostly they were read together, and one time says it for all. */
function Named({ stale }: { stale: readonly Stale[] }) {
  const times = new Set(stale.map(({ cachedAt }) => cachedAt && clockTime(cachedAt)));
  const [first] = stale;
  return times.size === 1 && first !== undefined ? (
    <>
      {inWords(stale.map(({ name }) => name))}
      <From {...first} />
    </>
  ) : (
    <>
      {stale.map((one, index) => (
        <span key={one.name}>
          {index > 0 && '; '}
          {one.name}
          <From {...one} />
        </span>
      ))}
    </>
  );
}

/** By the clock and not by its age: what is said aloud must not change each minute. */
function From({ cachedAt }: { cachedAt: Date | undefined }) {
  return cachedAt === undefined ? null : (
    <>
      , from <time dateTime={cachedAt.toISOString()}>{clockTime(cachedAt)}</time>
    </>
  );
}

function inWords(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names);
}
