/** The job board. */

import type { Job } from '../../client/src/index.ts';
import { shapes } from '../../client/src/records.ts';
import type { KnownStartups } from '../live.ts';
import { day, humanized, safeLink } from '../text.ts';
import { OutsideLink, Picture, ToStartup } from './card-parts.tsx';
import type { View } from './record-list.tsx';
import { newest } from './search.ts';

export function jobsView(known: KnownStartups): View<Job> {
  return {
    name: 'jobs',
    fields: Object.keys(shapes.Job),
    textsOf: (job) => [job.title, job.startup_name],
    facets: [
      { key: 'industry', valuesOf: (job) => job.startup_industry },
      { key: 'arrangement', valuesOf: (job) => [job.work_arrangement ?? []].flat() },
      { key: 'type', valuesOf: (job) => [job.job_type ?? []].flat() },
      { key: 'location', valuesOf: placesOf },
      { key: 'role', valuesOf: (job) => [job.role_category ?? []].flat() },
      { key: 'level', valuesOf: (job) => [job.experience_level ?? []].flat() },
    ],
    orders: [newest],
    cardNoun: 'job',
    cardsOf: (found) => found.map((job) => <JobCard key={job.id} job={job} known={known} />),
  };
}

/** Cities before regions. */
function placesOf({ location_cities, location_regions }: Job): readonly string[] {
  return [...location_cities, ...location_regions];
}

interface JobCardProps {
  readonly job: Job;
  readonly known: KnownStartups;
  /** On the page of its startup, which is then not named. */
  readonly isAtStartup?: boolean;
}

/** In the list, and on the page of a startup. */
export function JobCard({ job, known, isAtStartup = false }: JobCardProps) {
  const { title, startup_id, startup_name, startup_logo_url, created_at, expires_at } = job;
  const Title = isAtStartup ? 'h5' : 'h4';
  const facts = [job.work_arrangement, job.job_type, job.experience_level, job.role_category];
  const places = placesOf(job);
  return (
    <div class={isAtStartup ? 'job pictured card' : 'job pictured'}>
      {!isAtStartup && <Picture kind="logo" name={startup_name ?? title} url={startup_logo_url} />}
      <div class="job-what">
        <Title dir="auto">{title}</Title>
        {!isAtStartup && (
          <p>
            <ToStartup startupId={startup_id} name={startup_name} known={known} />
          </p>
        )}
        <p class="job-facts">
          {facts
            .filter((fact) => fact !== null)
            .map((fact) => (
              <bdi key={fact}>{humanized(fact)}</bdi>
            ))}
          {places.length > 0 && <bdi>{places.join(', ')}</bdi>}
          <span>
            posted <time dateTime={created_at}>{day(created_at)}</time>
          </span>
          {expires_at !== null && (
            <span>
              until <time dateTime={expires_at}>{day(expires_at)}</time>
            </span>
          )}
        </p>
      </div>
      <Apply job={job} website={known?.get(startup_id)?.website_url ?? null} />
    </div>
  );
}

function Apply({ job, website }: { job: Job; website: string | null }) {
  const { external_url, title, startup_name } = job;
  const of = `for ${title}${startup_name === null ? '' : ` at ${startup_name}`}`;
  return safeLink(external_url) === undefined ? (
    <OutsideLink to={website} of={of} class="button quiet-button">
      Apply at the startup
    </OutsideLink>
  ) : (
    <OutsideLink to={external_url} of={of} class="button">
      Apply
    </OutsideLink>
  );
}
