/** Says when what is shown is not what the database has. */

import { type ViewName, viewNames } from '../explorer/route.ts';
import { relativeAge } from '../text/relative-age.ts';
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

/** Mostly they were read together, and one age says it for all. */
function Named({ stale, now }: { stale: readonly Stale[]; now: Date }) {
  const ages = new Set(stale.map(({ cachedAt }) => cachedAt && relativeAge(cachedAt, now)));
  const [first] = stale;
  return ages.size === 1 && first !== undefined ? (
    <>
      {inWords(stale.map(({ name }) => name))}
      <From {...first} now={now} />
    </>
  ) : (
    <>
      {stale.map((one, index) => (
        <span key={one.name}>
          {index > 0 && '; '}
          {one.name}
          <From {...one} now={now} />
        </span>
      ))}
    </>
  );
}

function From({ cachedAt, now }: { cachedAt: Date | undefined; now: Date }) {
  return cachedAt === undefined ? null : (
    <>
      , from <Moment at={cachedAt} now={now} />
    </>
  );
}

function inWords(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names);
}
