/** That the three lists agree with one another (interface, section 4, rule 4, and section 2.1). */

import { MEMORY_SECONDS } from '../../../contract/http.ts';
import { type Finding, group, judged, note } from '../check.ts';
import type { List, ServedRecord } from '../list.ts';
import { label } from './records.ts';

export interface Lists {
  readonly startups: List;
  readonly founders: List;
  readonly jobs: List;
}

type Compare = (lists: Lists) => string[];

export const joins = group((lists: Lists) => lists, {
  'joins every founder to a startup by startup_id and startup_slug': (lists) =>
    agree(lists, 'founders', (now) => [
      ...dangling(now, 'founders'),
      ...departing(now, 'founders', { startup_slug: 'slug' }),
    ]),

  'repeats name and logo of the startup in its founders': (lists) =>
    agree(lists, 'founders', (now) =>
      departing(now, 'founders', { startup_name: 'name', startup_logo_url: 'logo_url' }),
    ),

  'joins every job to a startup by startup_id': (lists) =>
    agree(lists, 'jobs', (now) => dangling(now, 'jobs')),

  'repeats name and logo of the startup in its jobs': (lists) =>
    agree(lists, 'jobs', (now) =>
      departing(now, 'jobs', { startup_name: 'name', startup_logo_url: 'logo_url' }),
    ),

  'counts the open jobs of every startup': (lists) => agree(lists, 'jobs', miscounted),
});

/**
 * Each list is a snapshot of its own, so an edit between two reads is no fault. What differs is read again; what still
 * differs is a fault where both lists were read within the time that a process answers from memory.
 */
async function agree(lists: Lists, other: 'founders' | 'jobs', compare: Compare): Promise<Finding> {
  const agreed = judged([], `${lists[other].records?.length ?? 0} ${other} compared`);
  if (compare(lists).length === 0) return agreed;

  const again = {
    ...lists,
    startups: await lists.startups.again(),
    [other]: await lists[other].again(),
  };
  const flaws = compare(again);
  if (flaws.length === 0) return agreed;

  const secondsApart = Math.abs(readAt(again.startups) - readAt(again[other])) / 1000;
  return secondsApart > MEMORY_SECONDS
    ? note(`${flaws[0]}, but startups and ${other} were read ${Math.round(secondsApart)} s apart`)
    : judged(flaws, '');
}

function readAt(list: List): number {
  return Date.parse(list.cachedAt ?? '');
}

function dangling({ startups, ...lists }: Lists, name: 'founders' | 'jobs'): string[] {
  const byId = startupsById(startups);
  return (lists[name].records ?? []).flatMap((record, index) =>
    byId.has(record['startup_id'])
      ? []
      : [`${label(record, index)} of ${name} belongs to no startup`],
  );
}

/** `copies`: from the field of a founder or job to the field of the startup that it repeats. */
function departing(
  { startups, ...lists }: Lists,
  name: 'founders' | 'jobs',
  copies: Readonly<Record<string, string>>,
): string[] {
  const byId = startupsById(startups);
  return (lists[name].records ?? []).flatMap((record, index) => {
    const startup = byId.get(record['startup_id']);
    if (startup === undefined) return [];
    return Object.entries(copies)
      .filter(([copy, original]) => differs(record[copy], startup[original]))
      .map(
        ([copy, original]) =>
          `${label(record, index)}: ${copy} is not the ${original} of its startup`,
      );
  });
}

/** A value that the stricter rules of the copy refuse is null there. */
function differs(copy: unknown, original: unknown): boolean {
  return copy !== null && copy !== original;
}

function miscounted({ startups, jobs }: Lists): string[] {
  return (startups.records ?? []).flatMap((startup, index) => {
    const count = (jobs.records ?? []).filter((job) => job['startup_id'] === startup['id']).length;
    return startup['open_jobs_count'] === count
      ? []
      : [`${label(startup, index)}: open_jobs_count is not ${count}, the number of its jobs`];
  });
}

function startupsById({ records = [] }: List): ReadonlyMap<unknown, ServedRecord> {
  return new Map(records.map((startup) => [startup['id'], startup]));
}
