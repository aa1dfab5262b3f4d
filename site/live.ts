/** What the page has loaded: the three lists, and what the service reports of them. */

import type { Directory, Founder, Job, List, Startup } from '../client/src/index.ts';
import { sitePaths } from '../contract/site.ts';
import type { ViewName } from './explorer/route.ts';

export type Loaded<R> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly list: List<R> }
  | { readonly state: 'failed' };

export interface Lists extends Readonly<Record<ViewName, Loaded<unknown>>> {
  readonly startups: Loaded<Startup>;
  readonly founders: Loaded<Founder>;
  readonly jobs: Loaded<Job>;
}

/** What is shown of a list in `/status.json`, as `contract/status.ts` describes it. */
export interface ListStatus {
  readonly bytes: number | null;
  readonly emptyByDesign: boolean;
  readonly problem: string | null;
}

export type Status = Readonly<Partial<Record<ViewName, ListStatus>>>;

const loading = { state: 'loading' } as const;

export const noListsYet: Lists = { startups: loading, founders: loading, jobs: loading };

/** Asks the client, which asks the service only for what is no longer fresh. Each list is passed on as soon as it arrives. */
export async function loadLists(
  directory: Directory,
  onLoaded: (part: Partial<Lists>) => void,
): Promise<void> {
  await Promise.all([
    loaded(directory.startups()).then((startups) => onLoaded({ startups })),
    loaded(directory.founders()).then((founders) => onLoaded({ founders })),
    loaded(directory.jobs()).then((jobs) => onLoaded({ jobs })),
  ]);
}

async function loaded<R>(request: Promise<List<R>>): Promise<Loaded<R>> {
  try {
    return { state: 'ready', list: await request };
  } catch {
    return { state: 'failed' };
  }
}

/** By id; `undefined` while there is no list of startups: then nobody can say that one is missing. */
export type KnownStartups = ReadonlyMap<string, Startup> | undefined;

export function knownStartups(startups: Loaded<Startup>): KnownStartups {
  if (startups.state !== 'ready') return undefined;
  return new Map(startups.list.records.map((startup) => [startup.id, startup]));
}

/** Has each startup count the jobs that are shown: some that its own list counts may have expired, and the client leaves them out. */
export function withJobsCounted(lists: Lists): Lists {
  const { startups, jobs } = lists;
  if (startups.state !== 'ready' || jobs.state !== 'ready') return lists;
  const counts = new Map<string, number>();
  for (const { startup_id: id } of jobs.list.records) counts.set(id, (counts.get(id) ?? 0) + 1);
  const countOf = ({ id }: Startup): number => counts.get(id) ?? 0;
  if (startups.list.records.every((one) => one.open_jobs_count === countOf(one))) return lists;
  const records = startups.list.records.map((one) => ({ ...one, open_jobs_count: countOf(one) }));
  return { ...lists, startups: { ...startups, list: { ...startups.list, records } } };
}

/** Empty where there is no status, or none that can be read: the page works without it. */
export async function loadStatus(): Promise<Status> {
  try {
    const response = await fetch(sitePaths.status);
    const body: unknown = await response.json();
    return response.ok && isStatus(body) ? body.directories : {};
  } catch {
    return {};
  }
}

function isStatus(body: unknown): body is { readonly directories: Status } {
  return typeof body === 'object' && body !== null && 'directories' in body;
}
