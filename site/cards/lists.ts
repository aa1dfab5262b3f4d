/** The three lists as the page has loaded them. */

import type { Directory, Founder, Job, List, Startup } from '../../client/src/index.ts';

export const viewNames = ['startups', 'founders', 'jobs'] as const;

export type ViewName = (typeof viewNames)[number];

export type Loaded<R> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly list: List<R> }
  | { readonly state: 'failed' };

export interface Lists extends Readonly<Record<ViewName, Loaded<unknown>>> {
  readonly startups: Loaded<Startup>;
  readonly founders: Loaded<Founder>;
  readonly jobs: Loaded<Job>;
}

const loading = { state: 'loading' } as const;

export const noListsYet: Lists = { startups: loading, founders: loading, jobs: loading };

/** Asks the client, which requests only lists that are no longer fresh. Each list is passed on as soon as it arrives. */
export async function loadLists(
  directory: Directory,
  names: readonly ViewName[],
  onLoaded: (part: Partial<Lists>) => void,
): Promise<void> {
  const loads = {
    startups: async () => onLoaded({ startups: await loaded(directory.startups()) }),
    founders: async () => onLoaded({ founders: await loaded(directory.founders()) }),
    jobs: async () => onLoaded({ jobs: await loaded(directory.jobs()) }),
  };
  await Promise.all(names.map(async (name) => loads[name]()));
}

async function loaded<R>(request: Promise<List<R>>): Promise<Loaded<R>> {
  try {
    return { state: 'ready', list: await request };
  } catch {
    return { state: 'failed' };
  }
}

/** Returns the lists with the failed ones shown as loading, for a retry. */
export function retried({ startups, founders, jobs }: Lists): Lists {
  return { startups: again(startups), founders: again(founders), jobs: again(jobs) };
}

function again<R>(one: Loaded<R>): Loaded<R> {
  return one.state === 'failed' ? loading : one;
}

export function recordsOf<R>(one: Loaded<R>): readonly R[] {
  return one.state === 'ready' ? one.list.records : [];
}

/** Startups by id; `undefined` while their list is loading, because no startup is missing then. */
export type KnownStartups = ReadonlyMap<string, Startup> | undefined;

export function knownStartups(startups: Loaded<Startup>): KnownStartups {
  if (startups.state !== 'ready') return undefined;
  return new Map(startups.list.records.map((startup) => [startup.id, startup]));
}

/** Records of founders or jobs by the id of their startup. */
export function byStartup<R extends { readonly startup_id: string }>(
  records: readonly R[],
): ReadonlyMap<string, readonly [R, ...R[]]> {
  const groups = new Map<string, [R, ...R[]]>();
  for (const record of records) {
    const group = groups.get(record.startup_id);
    if (group === undefined) groups.set(record.startup_id, [record]);
    else group.push(record);
  }
  return groups;
}

/** Sets each startup's number of jobs to those that are shown: the client leaves out jobs that have expired since the list was read. */
export function withJobsCounted(lists: Lists): Lists {
  const { startups, jobs } = lists;
  if (startups.state !== 'ready' || jobs.state !== 'ready') return lists;
  const jobsOf = byStartup(jobs.list.records);
  const countOf = ({ id }: Startup): number => jobsOf.get(id)?.length ?? 0;
  if (startups.list.records.every((one) => one.open_jobs_count === countOf(one))) return lists;
  const records = startups.list.records.map((one) => ({ ...one, open_jobs_count: countOf(one) }));
  return { ...lists, startups: { ...startups, list: { ...startups.list, records } } };
}
