/** The pages of a startup, a founder and a job. */

import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';

import {
  type Enrollment,
  type Founder,
  isAlumnus,
  type Job,
  type Startup,
} from '../../client/src/index.ts';
import { Person } from '../cards/founders.tsx';
import { JobRow, placesOf } from '../cards/jobs.tsx';
import { type Lists, recordsOf } from '../cards/lists.ts';
import { Dotted, Facts, OutsideLink, Picture, ToStartup } from '../cards/parts.tsx';
import { currentEnrollment, StartupCard } from '../cards/startups.tsx';
import { english } from '../cards/language.ts';
import { SharedLists } from '../cards/view.ts';
import { fullName, named, safeLink } from '../text.ts';
import { Loading, NotLoaded, programme, Title } from './parts.tsx';

interface RecordPageProps {
  readonly name: string;
  readonly picture: string | null;
  readonly isPerson?: boolean;
  readonly lead: ComponentChildren;
  readonly links: ComponentChildren;
  readonly aside: ComponentChildren;
  readonly children: ComponentChildren;
}

function RecordPage({ name, picture, isPerson, lead, links, aside, children }: RecordPageProps) {
  return (
    <article class="detail">
      <header>
        <Picture name={name} url={picture} shape={isPerson === true ? 'round big' : 'big'} />
        <div>
          <Title>{name}</Title>
          {lead}
        </div>
        <div class="do">{links}</div>
      </header>
      <aside>{aside}</aside>
      <div>{children}</div>
    </article>
  );
}

function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export function StartupPage({ record: startup }: { record: Startup }) {
  const { teams } = useContext(SharedLists);
  const { lists } = useContext(Loading);
  const { id, name, blurb, logo_url, industry, enrollments, open_jobs_count: amount } = startup;
  const current = currentEnrollment(startup);
  const team = teams.get(id) ?? [];
  const jobs = jobsOf(lists, id);
  return (
    <RecordPage
      name={name}
      picture={logo_url}
      lead={
        <>
          {blurb !== null && <p dir="auto">{blurb}</p>}
          <ul class="tags" aria-label="Industries">
            {industry.map((tag) => (
              <li key={tag} class="tag" dir="auto">
                {tag}
              </li>
            ))}
          </ul>
        </>
      }
      links={
        <>
          <OutsideLink to={startup.website_url} of={`of ${name}`} class="btn main">
            Visit website
          </OutsideLink>
          <OutsideLink to={startup.linkedin_url} of={`of ${name}`} class="btn">
            LinkedIn
          </OutsideLink>
        </>
      }
      aside={
        <>
          <h2>At {programme()}</h2>
          <Facts
            facts={{
              Programme: current?.program_name,
              Cohort: current?.cohort_name,
              Status: isAlumnus(startup) ? 'Alumni' : named(current?.status),
              Accepted: dayOf(current?.accepted_date),
              Ended: dayOf(current?.ended_date),
              Before: enrollments
                .filter((one) => one !== current)
                .map(enrollmentText)
                .join('\n'),
              'Open jobs': amount === 0 ? undefined : String(amount),
              Listed: dayOf(startup.created_at),
            }}
          />
          {lists.founders.state === 'failed' && <NotLoaded view="founders" state="failed" />}
          {team.length > 0 && (
            <Section title="Founders">
              {team.map((founder) => (
                <Person key={founder.id} founder={founder} />
              ))}
            </Section>
          )}
        </>
      }
    >
      <About title="About" text={startup.description} />
      {lists.jobs.state === 'failed' && <NotLoaded view="jobs" state="failed" />}
      <Jobs title={english.counted('jobs', jobs.length)} jobs={jobs} />
    </RecordPage>
  );
}

export function FounderPage({ record: founder }: { record: Founder }) {
  const { known, teams } = useContext(SharedLists);
  const { id, job_title, startup_id, startup_name } = founder;
  const startup = known?.get(startup_id);
  const name = fullName(founder);
  const others = (teams.get(startup_id) ?? []).filter((one) => one.id !== id);
  return (
    <RecordPage
      name={name}
      picture={founder.avatar_url}
      isPerson
      lead={
        <p>
          {job_title !== null && <bdi>{job_title}, </bdi>}
          <ToStartup id={startup_id} name={startup_name} />
        </p>
      }
      links={
        <OutsideLink to={founder.linkedin_url} of={`of ${name}`} class="btn main">
          LinkedIn
        </OutsideLink>
      }
      aside={
        <>
          {startup !== undefined && (
            <div class="card">
              <StartupCard record={startup} />
            </div>
          )}
          {others.length > 0 && (
            <Section title={`Also at ${startup_name}`}>
              {others.map((one) => (
                <Person key={one.id} founder={one} />
              ))}
            </Section>
          )}
        </>
      }
    >
      <About title={`About ${startup_name}`} text={startup?.description ?? null} />
    </RecordPage>
  );
}

export function JobPage({ record: job }: { record: Job }) {
  const { known, now } = useContext(SharedLists);
  const { lists } = useContext(Loading);
  const { title, startup_id, startup_name, startup_team_size: team, created_at } = job;
  const startup = known?.get(startup_id);
  const at = startup_name ?? 'the startup';
  const apply = safeLink(job.external_url);
  const posted = `posted ${english.age(new Date(created_at), now)}`;
  return (
    <RecordPage
      name={title}
      picture={job.startup_logo_url}
      lead={
        <p>
          <ToStartup id={startup_id} name={startup_name} />
          {' · '}
          <Dotted texts={[placesOf(job)[0] ?? null, posted]} />
        </p>
      }
      links={
        apply === undefined ? (
          <OutsideLink to={startup?.website_url ?? null} of={`of ${at}`} class="btn">
            Visit website
          </OutsideLink>
        ) : (
          <OutsideLink to={apply} of={`for ${title} at ${at}`} class="btn main">
            Apply on {new URL(apply).hostname}
          </OutsideLink>
        )
      }
      aside={
        <>
          <h2>The job</h2>
          <Facts
            facts={{
              Arrangement: named(job.work_arrangement),
              Type: named(job.job_type),
              Level: named(job.experience_level),
              Role: named(job.role_category),
              Place: job.location_cities.join(', '),
              Region: job.location_regions.join(', '),
              Posted: dayOf(created_at),
              'Apply until': dayOf(job.expires_at),
            }}
          />
          <h2>The startup</h2>
          <Facts
            facts={{
              Industry: job.startup_industry.join(', '),
              Stage: named(job.startup_product_stage),
              'Team size': team === null ? undefined : String(team),
            }}
          />
        </>
      }
    >
      <About
        title={`About ${at}`}
        text={[job.startup_blurb ?? [], startup?.description ?? []].flat().join('\n\n')}
      />
      <Jobs
        title={`More jobs at ${at}`}
        jobs={jobsOf(lists, startup_id).filter((one) => one !== job)}
      />
    </RecordPage>
  );
}

function jobsOf({ jobs }: Lists, startupId: string): readonly Job[] {
  return recordsOf(jobs).filter(({ startup_id: id }) => id === startupId);
}

function Jobs({ title, jobs }: { title: string; jobs: readonly Job[] }) {
  if (jobs.length === 0) return null;
  return (
    <Section title={title}>
      <ul class="rows bare">
        {jobs.map((job) => (
          <li key={job.id} class="row">
            <JobRow record={job} isAtStartup />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function About({ title, text }: { title: string; text: string | null }) {
  if (text === null || text === '') return null;
  return (
    <Section title={title}>
      <div class="text" dir="auto">
        {text}
      </div>
    </Section>
  );
}

function dayOf(date: string | null | undefined) {
  if (date === null || date === undefined) return undefined;
  return <time dateTime={date}>{english.day(date)}</time>;
}

/** `Accelerator, Cohort 2020, 9 March 2020 to 11 September 2020, graduated`, as far as it is known. */
function enrollmentText(enrollment: Enrollment): string {
  const { program_name, cohort_name, accepted_date, ended_date, graduated } = enrollment;
  const from = accepted_date === null ? '' : english.day(accepted_date);
  const to = ended_date === null ? '' : `to ${english.day(ended_date)}`;
  const texts = [program_name, cohort_name, `${from} ${to}`.trim(), graduated ? 'graduated' : ''];
  return texts.filter((text) => text !== null && text !== '').join(', ');
}
