/** What the page has loaded: the three lists, and what the service reports of them. */

import {
  type Directory,
  type Founder,
  isOpen,
  type Job,
  type List,
  type Startup,
} from '../client/src/index.ts';
import { sitePaths } from '../contract/site.ts';
import { type ViewName, viewNames } from './explorer/route.ts';

export type Loaded<R> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly list: List<R> }
  | { readonly state: 'failed' };

export interface Lists extends Readonly<Record<ViewName, Loaded<unknown>>> {
  readonly startups: Loaded<Startup>;
  readonly founders: Loaded<Founder>;
  readonly jobs: Loaded<Job>;
}

export interface ListStatus {
  readonly bytes: number | undefined;
  /** Nothing is published in this list at present, and that is intended. */
  readonly isEmptyByDesign: boolean;
  /** What is wrong, in a sentence of the service's own. */
  readonly problem: string | undefined;
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

/**
 * Leaves out the jobs that have expired since their list was made, and counts those of their startups again: a list may be
 * an hour old, and an outage's copy older. Without such jobs the lists are the same objects.
 */
export function withoutExpiredJobs(lists: Lists, now: Date): Lists {
  const records = lists.jobs.state === 'ready' ? lists.jobs.list.records : [];
  const open = records.filter((job) => isOpen(job, now));
  if (open.length === records.length) return lists;
  const hadMore = new Set(records.filter((job) => !isOpen(job, now)).map((job) => job.startup_id));
  const recounted = (one: Startup): Startup => {
    if (!hadMore.has(one.id)) return one;
    return { ...one, open_jobs_count: open.filter((job) => job.startup_id === one.id).length };
  };
  return {
    ...lists,
    startups: changed(lists.startups, (startups) => startups.map(recounted)),
    jobs: changed(lists.jobs, () => open),
  };
}

function changed<R>(list: Loaded<R>, change: (records: readonly R[]) => readonly R[]): Loaded<R> {
  if (list.state !== 'ready') return list;
  return { ...list, list: { ...list.list, records: change(list.list.records) } };
}

/** Empty where there is no status, or none that can be read: the page works without it. */
export async function loadStatus(): Promise<Status> {
  try {
    const response = await fetch(sitePaths.status);
    return response.ok ? readStatus(await response.json()) : {};
  } catch {
    return {};
  }
}

export function readStatus(body: unknown): Status {
  const directories = partOf(body, 'directories');
  return Object.fromEntries(viewNames.map((name) => [name, readList(partOf(directories, name))]));
}

function readList(list: unknown): ListStatus {
  const [bytes, problem] = [partOf(list, 'bytes'), partOf(list, 'problem')];
  return {
    bytes: typeof bytes === 'number' ? bytes : undefined,
    isEmptyByDesign: partOf(list, 'emptyByDesign') === true,
    problem: typeof problem === 'string' ? problem : undefined,
  };
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
