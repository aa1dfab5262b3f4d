/** The three lists on a page. Each list is loading, loaded or failed. */

import type { Directory, Founder, Job, List, Startup } from '../../client/src/index.ts';

export type AnyRecord = Startup | Founder | Job;

/** Returns the part of a page's address that identifies a record: a startup's slug, or the id of a founder or job. */
export function keyOf(record: AnyRecord): string {
  return 'slug' in record ? record.slug : record.id;
}

export type Loaded<R> = List<R> | 'loading' | 'failed';

export interface Lists {
  readonly startups: Loaded<Startup>;
  readonly founders: Loaded<Founder>;
  readonly jobs: Loaded<Job>;
}

export type ViewName = keyof Lists;

export const viewNames = ['startups', 'founders', 'jobs'] as const satisfies readonly ViewName[];

export const noListsYet: Lists = { startups: 'loading', founders: 'loading', jobs: 'loading' };

const failed = () => 'failed' as const;

/**
 * Loads lists through the client, which requests a list again only after its copy has expired. Calls `onLoaded` for each list
 * as soon as it has loaded or failed.
 */
export async function loadLists(
  directory: Directory,
  names: readonly ViewName[],
  onLoaded: (part: Partial<Lists>) => void,
): Promise<void> {
  const loads = {
    startups: async () => onLoaded({ startups: await directory.startups().catch(failed) }),
    founders: async () => onLoaded({ founders: await directory.founders().catch(failed) }),
    jobs: async () => onLoaded({ jobs: await directory.jobs().catch(failed) }),
  };
  await Promise.all(names.map(async (name) => loads[name]()));
}

const again = <R>(one: Loaded<R>) => (one === 'failed' ? 'loading' : one);

/** Returns the lists with each failed list marked as loading, for a retry. */
export function retried({ startups, founders, jobs }: Lists): Lists {
  return { startups: again(startups), founders: again(founders), jobs: again(jobs) };
}

export function isReady<L extends List<unknown>>(one: L | 'loading' | 'failed'): one is L {
  return typeof one !== 'string';
}

export function recordsOf<R>(one: Loaded<R>): readonly R[] {
  return isReady(one) ? one.records : [];
}

/**
 * Returns the startups, keyed by id. Returns `undefined` if the list has not loaded, because an empty map would mean that every
 * startup is missing.
 */
export function byId(startups: Loaded<Startup>) {
  return isReady(startups) ? new Map(startups.records.map((one) => [one.id, one])) : undefined;
}

/** Groups founders or jobs by the id of their startup. */
export function byStartup<R extends Founder | Job>(records: readonly R[]) {
  const groups = new Map<string, R[]>();
  for (const record of records) {
    const group = groups.get(record.startup_id) ?? [];
    groups.set(record.startup_id, group);
    group.push(record);
  }
  return groups;
}

/**
 * Returns the lists, with each startup's `open_jobs_count` set to the number of its jobs in the list of jobs. The service may have
 * sent a different number, for example because it also counted jobs that have expired since then.
 */
export function withJobsCounted(lists: Lists): Lists {
  const { startups, jobs } = lists;
  if (!isReady(startups) || !isReady(jobs)) return lists;
  const jobsOf = byStartup(jobs.records);
  const countOf = ({ id }: Startup): number => jobsOf.get(id)?.length ?? 0;
  if (startups.records.every((one) => one.open_jobs_count === countOf(one))) return lists;
  const records = startups.records.map((one) => ({ ...one, open_jobs_count: countOf(one) }));
  return { ...lists, startups: { ...startups, records } };
}
