/** The row of a job. */

import { useContext } from 'preact/hooks';

import type { Job } from '../../client/src/index.ts';
import { CardTitle, Dotted, OutsideLink, Picture } from './parts.tsx';
import { type CardProps, SharedLists } from './view.ts';

/** Cities before regions. */
export function placesOf({ location_cities, location_regions }: Job): readonly string[] {
  return [...location_cities, ...location_regions];
}

interface JobRowProps extends CardProps<Job> {
  /** Set on the page of its startup, which is not named again. */
  readonly isAtStartup?: boolean;
}

export function JobRow({ record: job, isAtStartup = false }: JobRowProps) {
  const { language, now } = useContext(SharedLists);
  const { title, startup_name: startup, startup_logo_url: logo, created_at: posted } = job;
  const places = job.location_cities.length > 0 ? job.location_cities : job.location_regions;
  const named = (value: string | null) => (value === null ? null : language.value(value));
  const of =
    startup === null
      ? language.word('apply-for', { title })
      : language.word('apply-at', { title, startup });
  return (
    <>
      {!isAtStartup && <Picture name={startup ?? title} url={logo} />}
      <div>
        <CardTitle view="jobs" record={job}>
          {title}
        </CardTitle>
        <p class="muted">
          <bdi>{isAtStartup ? named(job.role_category) : startup}</bdi>
        </p>
      </div>
      <p class="info muted">
        <span>
          <Dotted texts={[named(job.work_arrangement), places.join(', ')]} />
        </span>
        <span>
          <Dotted texts={[named(job.job_type), named(job.experience_level)]} />
        </span>
      </p>
      <time class="when muted" dateTime={posted} title={language.day(posted)}>
        {language.age(new Date(posted), now)}
      </time>
      <span class="act">
        <OutsideLink to={job.external_url} of={of} class="btn" part="apply">
          {language.value('apply')}
        </OutsideLink>
      </span>
    </>
  );
}
