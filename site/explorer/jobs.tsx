/** The job board: its list, and the page of one job. */

import { useContext } from 'preact/hooks';

import type { Job } from '../../client/src/index.ts';
import { shapes } from '../../client/src/records.ts';
import { day, humanized, relativeAge, safeLink } from '../text.ts';
import { Detail, OutsideLink, Picture, SharedLists, Tags, ToStartup } from './parts.tsx';
import type { View } from './record-list.tsx';
import { recordRoute } from './route.ts';
import { newest } from './search.ts';

export const jobsView: View<Job> = {
  name: 'jobs',
  keyOf: ({ id }) => id,
  Page: JobPage,
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
  shortcut: { key: 'arrangement', value: 'remote' },
  orders: [newest],
  cardNoun: 'job',
  cardsOf: (found) => found.map((job) => <JobCard key={job.id} job={job} />),
};

/** Cities before regions. */
function placesOf({ location_cities, location_regions }: Job): readonly string[] {
  return [...location_cities, ...location_regions];
}

/** A job in the list, and on the page of its startup, which is then not named. */
export function JobCard({ job, isAtStartup = false }: { job: Job; isAtStartup?: boolean }) {
  const { id, title, startup_id, startup_name, startup_logo_url } = job;
  const Heading = isAtStartup ? 'h5' : 'h4';
  return (
    <div class={isAtStartup ? 'job pictured card' : 'job pictured'}>
      {!isAtStartup && <Picture kind="logo" name={startup_name ?? title} url={startup_logo_url} />}
      <div class="job-what">
        <Heading>
          <a class="plain" href={recordRoute('jobs', id)} dir="auto">
            {title}
          </a>
        </Heading>
        {!isAtStartup && (
          <p>
            <ToStartup id={startup_id} name={startup_name} />
          </p>
        )}
        <Facts job={job} />
      </div>
      <Apply job={job} />
    </div>
  );
}

function Facts({ job }: { job: Job }) {
  const { now } = useContext(SharedLists);
  const { created_at, expires_at } = job;
  const facts = [job.work_arrangement, job.job_type, job.experience_level, job.role_category];
  const places = placesOf(job);
  return (
    <p class="job-facts muted">
      {facts
        .filter((fact) => fact !== null)
        .map((fact) => (
          <bdi key={fact}>{humanized(fact)}</bdi>
        ))}
      {places.length > 0 && <bdi>{places.join(', ')}</bdi>}
      <span>
        posted <time dateTime={created_at}>{day(created_at)}</time>,{' '}
        {relativeAge(new Date(created_at), now)}
      </span>
      {expires_at !== null && (
        <span>
          until <time dateTime={expires_at}>{day(expires_at)}</time>
        </span>
      )}
    </p>
  );
}

function Apply({ job: { external_url, title, startup_id, startup_name } }: { job: Job }) {
  const { known } = useContext(SharedLists);
  const of = `for ${title}${startup_name === null ? '' : ` at ${startup_name}`}`;
  return safeLink(external_url) === undefined ? (
    <OutsideLink to={known?.get(startup_id)?.website_url ?? null} of={of} class="button">
      Apply at the startup
    </OutsideLink>
  ) : (
    <OutsideLink to={external_url} of={of} class="button filled">
      Apply
    </OutsideLink>
  );
}

function JobPage({ record: job }: { record: Job }) {
  const { title, startup_id, startup_name, startup_logo_url, startup_blurb } = job;
  return (
    <Detail
      kind="logo"
      name={title}
      url={startup_logo_url}
      lead={
        <>
          <p class="lead">
            <ToStartup id={startup_id} name={startup_name} />
          </p>
          <Facts job={job} />
        </>
      }
      links={<Apply job={job} />}
    >
      {startup_blurb !== null && <p dir="auto">{startup_blurb}</p>}
      <div class="card-foot row">
        <Tags tags={job.startup_industry} />
      </div>
    </Detail>
  );
}
