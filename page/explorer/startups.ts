/** What the explorer asks of startups: which are known, and their enrollment status. */

import type { Startup } from '../../client/src/index.ts';
import type { Loaded } from '../live.ts';

/** By id; `undefined` while there is no list of startups: then nobody can say that one is missing. */
export type KnownStartups = ReadonlyMap<string, Startup> | undefined;

export function knownStartups(loaded: Loaded<Startup>): KnownStartups {
  if (loaded.state !== 'ready') return undefined;
  return new Map(loaded.list.records.map((startup) => [startup.id, startup]));
}

export function isActive({ enrollments }: Pick<Startup, 'enrollments'>): boolean {
  return enrollments.some(({ status }) => status === 'active');
}

/** It has graduated and is in no programme any more. */
export function isAlumnus(startup: Pick<Startup, 'enrollments'>): boolean {
  return !isActive(startup) && startup.enrollments.some(({ graduated }) => graduated);
}
