/** One startup: a match on the slug in the list that is here already. */

import type { Startup } from '../../client/src/index.ts';
import { day } from '../text/day.ts';
import { Description } from './description.tsx';
import { Enrollments } from './enrollments.tsx';
import { FounderCard } from './founder-card.tsx';
import { JobCard } from './job-card.tsx';
import type { Known } from './known.ts';
import { OutsideLink } from './outside-link.tsx';
import { Picture } from './picture.tsx';
import { isAlumnus } from './enrollment-status.ts';
import { Tags } from './tags.tsx';
import { Title } from './title.tsx';
import { Records } from './records.tsx';
import type { Lists } from '../live/lists.ts';

interface Props {
  readonly startup: Startup;
  readonly lists: Lists;
  readonly known: Known;
}

export function StartupDetail({ startup, lists, known }: Props) {
  const { id, name, blurb, description, logo_url, industry, enrollments, created_at } = startup;
  return (
    <article class="detail">
      <header>
        <Picture kind="logo" name={name} url={logo_url} size={96} />
        <div>
          <Title>{name}</Title>
          {blurb !== null && (
            <p class="lead" dir="auto">
              {blurb}
            </p>
          )}
          <div class="card-foot">
            {isAlumnus(startup) && <span class="badge">Alumni</span>}
            <Tags tags={industry} />
          </div>
        </div>
      </header>
      <div class="detail-body">
        <div>
          {description !== null && description !== '' && (
            <>
              <h4>About</h4>
              <Description key={id} text={description} />
            </>
          )}
          <Records
            title="Jobs"
            loaded={lists.jobs}
            startupId={id}
            card={(job) => <JobCard job={job} known={known} isAtStartup />}
          />
        </div>
        <div class="detail-side">
          <Links startup={startup} />
          <Records
            title="Founders"
            loaded={lists.founders}
            startupId={id}
            card={(founder) => <FounderCard founder={founder} known={known} isAtStartup />}
          />
          {enrollments.length > 0 && (
            <>
              <h4>Programmes</h4>
              <Enrollments enrollments={enrollments} />
            </>
          )}
          {created_at !== null && (
            <p class="quiet">
              In the portal since <time dateTime={created_at}>{day(created_at)}</time>.
            </p>
          )}
        </div>
      </div>
    </article>
  );
}

function Links({ startup: { name, website_url, linkedin_url } }: { startup: Startup }) {
  return (
    <p class="links">
      <OutsideLink to={website_url} of={`of ${name}`} class="button">
        Website
      </OutsideLink>{' '}
      <OutsideLink to={linkedin_url} of={`of ${name}`} class="button quiet-button">
        LinkedIn
      </OutsideLink>
    </p>
  );
}
