/** The three lists: how each is searched, filtered and sorted, and its cards. */

import type { Founder, Job, Startup } from '../../client/src/index.ts';
import { FounderCard } from './founders.tsx';
import { JobRow, placesOf } from './jobs.tsx';
import type { KnownStartups } from './lists.ts';
import { alphabetically, indexer, newest } from './search.ts';
import { StartupCard, startupFacets, statesOf } from './startups.tsx';
import type { Shared, View } from './view.ts';
import { fullName } from '../text.ts';

function searchable<R>(view: Omit<View<R>, 'indexOf'>): View<R> {
  return { ...view, indexOf: indexer(view) };
}

/** A search finds the names of the founders, too. */
export function startupsView(teams: Shared['teams']): View<Startup> {
  return searchable({
    name: 'startups',
    layout: 'grid',
    keyOf: ({ slug }) => slug,
    orders: [
      { key: 'name', compare: (one, other) => alphabetically(one.name, other.name) },
      newest,
    ],
    textsOf: (startup) => [
      [startup.name],
      [startup.blurb],
      (teams.get(startup.id) ?? []).map(fullName),
      [startup.description],
    ],
    facets: [
      { key: 'status', valuesOf: statesOf },
      ...startupFacets,
      { key: 'open_jobs', valuesOf: (one) => (one.open_jobs_count > 0 ? ['has_open_jobs'] : []) },
    ],
    Card: StartupCard,
  });
}

/** Founders have the facets of the startup that they refer to. */
export function foundersView(known: KnownStartups): View<Founder> {
  return searchable({
    name: 'founders',
    layout: 'grid',
    keyOf: ({ id }) => id,
    textsOf: (founder) => [[fullName(founder)], [founder.job_title, founder.startup_name]],
    facets: startupFacets.map((facet) => ({
      key: facet.key,
      isNumbered: facet.key === 'cohort',
      valuesOf: ({ startup_id: id }, choices) => {
        const startup = known?.get(id);
        return startup === undefined ? [] : facet.valuesOf(startup, choices);
      },
    })),
    orders: [
      {
        key: 'startup',
        compare: (one, other) =>
          alphabetically(one.startup_name, other.startup_name) ||
          alphabetically(fullName(one), fullName(other)),
      },
      { key: 'name', compare: (one, other) => alphabetically(fullName(one), fullName(other)) },
    ],
    Card: FounderCard,
  });
}

export const jobsView = searchable<Job>({
  name: 'jobs',
  layout: 'rows',
  keyOf: ({ id }) => id,
  textsOf: (job) => [[job.title], [job.startup_name]],
  facets: [
    { key: 'arrangement', valuesOf: (job) => [job.work_arrangement ?? []].flat() },
    { key: 'type', valuesOf: (job) => [job.job_type ?? []].flat() },
    { key: 'level', valuesOf: (job) => [job.experience_level ?? []].flat() },
    { key: 'role', valuesOf: (job) => [job.role_category ?? []].flat() },
    { key: 'location', valuesOf: placesOf },
    { key: 'industry', valuesOf: (job) => job.startup_industry },
  ],
  orders: [newest],
  Card: JobRow,
});
