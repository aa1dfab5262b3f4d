/** Startups by their id, for what refers to them. */

import type { Startup } from '../../client/src/index.ts';
import type { Loaded } from '../live/lists.ts';

/** `undefined` while there is no list of startups: then nobody can say that one is missing. */
export type Known = ReadonlyMap<string, Startup> | undefined;

export function knownStartups(loaded: Loaded<Startup>): Known {
  if (loaded.state !== 'ready') return undefined;
  return new Map(loaded.list.records.map((startup) => [startup.id, startup]));
}

export function startupOf(known: Known, id: string): Startup | undefined {
  return known?.get(id);
}
