/** The pages of a startup, a founder and a job. */

import { type ComponentChildren, Fragment } from 'preact';
import { useContext } from 'preact/hooks';

import { type Founder, isAlumnus, type Job, type Startup } from '../../client/src/index.ts';
import { Person } from '../cards/founders.tsx';
import { JobRow, placesOf } from '../cards/jobs.tsx';
import { english } from '../cards/language.ts';
import { type AnyRecord, type Lists, recordsOf } from '../cards/lists.ts';
import { Dotted, OutsideLink, Picture, SharedData } from '../cards/parts.tsx';
import { currentEnrollment, enrollmentText, StartupCard } from '../cards/startups.tsx';
import { fullName, humanized, safeLink } from '../text.ts';
import { NotLoaded, programme, Title } from './parts.tsx';

export function RecordPage({ record }: { record: AnyRecord }) {
  if ('slug' in record) return <StartupPage record={record} />;
  return 'title' in record ? <JobPage record={record} /> : <FounderPage record={record} />;
}

function StartupPage({ record: startup }: { record: Startup }) {
  const { teams, lists } = useContext(SharedData);
  const { id, name, blurb, industry, enrollments, open_jobs_count: amount } = startup;
  const current = currentEnrollment(startup);
  const before = enrollments
    .filter((one) => one !== current)
    .map((one) => enrollmentText(one, english.day));
  const jobs = jobsOf(lists, id);
  const links: HeaderProps['links'] = [
    ['Visit website', startup.website_url, `of ${name}`],
    ['LinkedIn', startup.linkedin_url, `of ${name}`],
  ];
  const facts = {
    Programme: current?.program_name,
    Cohort: current?.cohort_name,
    Status: isAlumnus(startup) ? 'Alumni' : named(current?.status),
    Accepted: dayOf(current?.accepted_date),
    Ended: dayOf(current?.ended_date),
    Previously: before.join('\n'),
    'Open jobs': amount,
    Listed: dayOf(startup.created_at),
  };
  return (
    <article class="detail">
      <Header name={name} picture={startup.logo_url} links={links}>
        {blurb !== null && <p dir="auto">{blurb}</p>}
        <ul class="tags" aria-label="Industries">
          {industry.map((tag) => (
            <li key={tag} class="tag" dir="auto">
              {tag}
            </li>
          ))}
        </ul>
      </Header>
      <aside>
        <Facts title={`At ${programme()}`} facts={facts} />
        {lists.founders === 'failed' && <NotLoaded view="founders" state="failed" />}
        <People title="Founders" founders={teams.get(id) ?? []} />
      </aside>
      <div>
        <About title="About" text={startup.description} />
        {lists.jobs === 'failed' && <NotLoaded view="jobs" state="failed" />}
        <Jobs title={english.counted('jobs', jobs.length)} jobs={jobs} />
      </div>
    </article>
  );
}

function FounderPage({ record: founder }: { record: Founder }) {
  const { known, teams } = useContext(SharedData);
  const { job_title, startup_id, startup_name } = founder;
  const startup = known?.get(startup_id);
  const name = fullName(founder);
  const others = teams.get(startup_id)?.filter(({ id }) => id !== founder.id) ?? [];
  const links: HeaderProps['links'] = [['LinkedIn', founder.linkedin_url, `of ${name}`]];
  return (
    <article class="detail">
      <Header name={name} picture={founder.avatar_url} shape="round big" links={links}>
        <p>
          {job_title !== null && <bdi>{job_title}, </bdi>}
          <ToStartup id={startup_id} name={startup_name} />
        </p>
      </Header>
      <aside>
        {startup !== undefined && (
          <div class="card">
            <StartupCard record={startup} />
          </div>
        )}
        <People title={`Also at ${startup_name}`} founders={others} />
      </aside>
      <div>
        <About title={`About ${startup_name}`} text={startup?.description} />
      </div>
    </article>
  );
}

function JobPage({ record: job }: { record: Job }) {
  const { known, now, lists } = useContext(SharedData);
  const { title, startup_id, startup_name, created_at } = job;
  const startup = known?.get(startup_id);
  const at = startup_name ?? 'the startup';
  const apply = safeLink(job.external_url);
  const posted = `posted ${english.age(new Date(created_at), now)}`;
  const links: HeaderProps['links'] = [
    apply === undefined
      ? ['Visit website', startup?.website_url, `of ${at}`]
      : [`Apply on ${new URL(apply).hostname}`, apply, `for ${title} at ${at}`],
  ];
  const facts = {
    Arrangement: named(job.work_arrangement),
    Type: named(job.job_type),
    Level: named(job.experience_level),
    Role: named(job.role_category),
    Place: job.location_cities.join(', '),
    Region: job.location_regions.join(', '),
    Posted: dayOf(created_at),
    'Apply until': dayOf(job.expires_at),
  };
  const startupFacts = {
    Industry: job.startup_industry.join(', '),
    Stage: named(job.startup_product_stage),
    'Team size': job.startup_team_size,
  };
  const about = [job.startup_blurb, startup?.description].filter(Boolean).join('\n\n');
  const others = jobsOf(lists, startup_id).filter((one) => one !== job);
  return (
    <article class="detail">
      <Header name={title} picture={job.startup_logo_url} links={links}>
        <p>
          <ToStartup id={startup_id} name={startup_name} />
          {' · '}
          <Dotted texts={[placesOf(job)[0] ?? null, posted]} />
        </p>
      </Header>
      <aside>
        <Facts title="The job" facts={facts} />
        <Facts title="The startup" facts={startupFacts} />
      </aside>
      <div>
        <About title={`About ${at}`} text={about} />
        <Jobs title={`More jobs at ${at}`} jobs={others} />
      </div>
    </article>
  );
}

interface HeaderProps {
  readonly name: string;
  readonly picture: string | null;
  readonly shape?: string;
  /** The links. `of` completes the label of a link for screen readers. The first link is shown as the main button. */
  readonly links: readonly (readonly [label: string, to: string | null | undefined, of: string])[];
  readonly children: ComponentChildren;
}

function Header({ name, picture, shape = 'big', links, children }: HeaderProps) {
  return (
    <header>
      <Picture name={name} url={picture} shape={shape} />
      <div>
        <Title>{name}</Title>
        {children}
      </div>
      <div class="do">
        {links.map(([label, to = null, of], index) => (
          <OutsideLink key={label} to={to} of={of} class={index === 0 ? 'btn main' : 'btn'}>
            {label}
          </OutsideLink>
        ))}
      </div>
    </header>
  );
}

/**
 * The link from a founder or a job to its startup. The startup may be missing from the list of startups, because the lists are
 * read at different times. Without the startup's record, its name is not a link.
 */
function ToStartup({ id, name }: { id: string; name: string | null }) {
  const { known, linkTo } = useContext(SharedData);
  const startup = known?.get(id);
  if (startup !== undefined) {
    return (
      <a href={linkTo('startups', startup) ?? ''} dir="auto">
        {startup.name}
      </a>
    );
  }
  return (
    <>
      <bdi>{name ?? 'A startup'}</bdi>
      {known !== undefined && <span class="muted"> (not in the list of startups)</span>}
    </>
  );
}

/** Shows labels with values. Leaves out labels whose value is missing or 0. */
function Facts({ title, facts }: { title: string; facts: Record<string, ComponentChildren> }) {
  const known = Object.entries(facts).filter(([, value]) => Boolean(value));
  return (
    <>
      <h2>{title}</h2>
      <dl class="facts">
        {known.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </Fragment>
        ))}
      </dl>
    </>
  );
}

function People({ title, founders }: { title: string; founders: readonly Founder[] }) {
  if (founders.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      {founders.map((founder) => (
        <Person key={founder.id} founder={founder} />
      ))}
    </section>
  );
}

function jobsOf({ jobs }: Lists, startupId: string): readonly Job[] {
  return recordsOf(jobs).filter(({ startup_id: id }) => id === startupId);
}

function Jobs({ title, jobs }: { title: string; jobs: readonly Job[] }) {
  if (jobs.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul class="rows bare">
        {jobs.map((job) => (
          <li key={job.id} class="row">
            <JobRow record={job} isAtStartup />
          </li>
        ))}
      </ul>
    </section>
  );
}

function About({ title, text = null }: { title: string; text: string | null | undefined }) {
  if (text === null || text === '') return null;
  return (
    <section>
      <h2>{title}</h2>
      <div class="text" dir="auto">
        {text}
      </div>
    </section>
  );
}

function named(value: string | null | undefined) {
  return humanized(value ?? '');
}

function dayOf(date: string | null = null) {
  return date !== null && <time dateTime={date}>{english.day(date)}</time>;
}
