/** Which startups the explorer knows. */

import type { Startup } from '../../client/src/index.ts';
import type { Loaded } from '../live.ts';

/** By id; `undefined` while there is no list of startups: then nobody can say that one is missing. */
export type KnownStartups = ReadonlyMap<string, Startup> | undefined;

export function knownStartups(loaded: Loaded<Startup>): KnownStartups {
  if (loaded.state !== 'ready') return undefined;
  return new Map(loaded.list.records.map((startup) => [startup.id, startup]));
}
