/** Defines how the list of jobs is searched, filtered, sorted and shown. */

import { useContext } from 'preact/hooks';

import type { Job } from '../../client/src/index.ts';
import { CardTitle, Dotted, Muted, OutsideLink, Picture, SharedData } from './parts.tsx';
import { newest, type View } from './search.ts';

/** Returns the cities of a job, followed by its regions. */
export function placesOf({ location_cities, location_regions }: Job): readonly string[] {
  return [...location_cities, ...location_regions];
}

export const jobsView: View<Job> = {
  name: 'jobs',
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
};

/**
 * Shows a job in one row.
 *
 * @param props.isAtStartup - whether the list contains only jobs at one startup. If so, the row leaves out the startup's logo,
 * and shows the role instead of the startup's name.
 */
export function JobRow({ record, isAtStartup = false }: { record: Job; isAtStartup?: boolean }) {
  const { language, now, linkTo } = useContext(SharedData);
  const { title, startup_name: startup, startup_logo_url: logo, created_at: posted } = record;
  const { location_cities: cities, location_regions: regions } = record;
  const places = cities.length > 0 ? cities : regions;
  const named = (value: string | null) => (value === null ? null : language.value(value));
  const of = language.word('apply-for', { job: [title, startup].filter(Boolean).join(', ') });
  return (
    <>
      {!isAtStartup && <Picture name={startup ?? title} url={logo} />}
      <div>
        <CardTitle href={linkTo('jobs', record)} name={title} />
        <Muted texts={[isAtStartup ? named(record.role_category) : startup]} />
      </div>
      <p class="info muted">
        <span>
          <Dotted texts={[named(record.work_arrangement), places.join(', ')]} />
        </span>
        <span>
          <Dotted texts={[named(record.job_type), named(record.experience_level)]} />
        </span>
      </p>
      <time class="when muted" dateTime={posted} title={language.day(posted)}>
        {language.age(new Date(posted), now)}
      </time>
      <span class="act">
        <OutsideLink to={record.external_url} of={of} class="btn" part="apply">
          {language.value('apply')}
        </OutsideLink>
      </span>
    </>
  );
}
