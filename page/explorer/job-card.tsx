/** An open job, in the list and beside a startup. */

import type { Job } from '../../client/src/index.ts';
import { day } from '../text/day.ts';
import { safeLink } from '../text/safe-link.ts';
import { worded } from '../text/worded.ts';
import { type Known, startupOf } from './known.ts';
import { OutsideLink } from './outside-link.tsx';
import { Picture } from './picture.tsx';
import { ToStartup } from './to-startup.tsx';

interface Props {
  readonly job: Job;
  readonly known: Known;
  /** Where the startup is clear from what is around. */
  readonly isAtStartup?: boolean;
}

export function JobCard({ job, known, isAtStartup = false }: Props) {
  const { title, startup_id, startup_name, startup_logo_url, expires_at } = job;
  const Title = isAtStartup ? 'h5' : 'h4';
  const facts = [job.work_arrangement, job.job_type, job.experience_level, job.role_category];
  const places = [...job.location_cities, ...job.location_regions];
  return (
    <div class="job">
      {!isAtStartup && (
        <Picture kind="logo" name={startup_name ?? title} url={startup_logo_url} size={56} />
      )}
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
              <bdi key={fact}>{worded(fact)}</bdi>
            ))}
          {places.length > 0 && <bdi>{places.join(', ')}</bdi>}
          {expires_at !== null && (
            <span>
              until <time dateTime={expires_at}>{day(expires_at)}</time>
            </span>
          )}
        </p>
      </div>
      <Apply job={job} website={startupOf(known, startup_id)?.website_url ?? null} />
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
