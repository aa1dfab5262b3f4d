/** One startup, found by its slug in the list that is already loaded. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { type Enrollment, isAlumnus, type Startup } from '../../client/src/index.ts';
import type { KnownStartups, Lists, Loaded } from '../live.ts';
import { counted, day, excerpt, humanized } from '../text.ts';
import { OutsideLink, Picture, Tags } from './card-parts.tsx';
import { Empty, Failed, NotLoaded, Title } from './empty-states.tsx';
import { FounderCard } from './founder-list.tsx';
import { JobCard } from './job-list.tsx';

interface StartupPageProps {
  readonly slug: string;
  readonly lists: Lists;
  readonly known: KnownStartups;
  readonly onRetry: () => void;
}

export function StartupPage({ slug, ...rest }: StartupPageProps) {
  const { startups } = rest.lists;
  const records = startups.state === 'ready' ? startups.list.records : [];
  const startup = records.find((one) => one.slug === slug);
  if (startup !== undefined) return <Detail startup={startup} {...rest} />;
  return (
    <>
      <Title>Startup</Title>
      {startups.state === 'ready' ? (
        <Empty
          title={
            <>
              There is no startup “<bdi>{slug}</bdi>” in the directory.
            </>
          }
        >
          <p>A new one appears within an hour of being published.</p>
        </Empty>
      ) : (
        <NotLoaded what="startups" state={startups.state} onRetry={rest.onRetry} />
      )}
    </>
  );
}

interface DetailProps extends Omit<StartupPageProps, 'slug'> {
  readonly startup: Startup;
}

function Detail({ startup, lists, known, onRetry }: DetailProps) {
  const { id, name, blurb, description, logo_url, industry, enrollments, created_at } = startup;
  return (
    <article class="detail">
      <header class="pictured">
        <Picture kind="logo" name={name} url={logo_url} />
        <div>
          <Title>{name}</Title>
          {blurb !== null && (
            <p class="lead" dir="auto">
              {blurb}
            </p>
          )}
          <div class="card-foot row">
            {isAlumnus(startup) && <span class="badge">Alumni</span>}
            <Tags tags={industry} />
          </div>
          <Links startup={startup} />
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
          <OwnRecords
            title="Jobs"
            onRetry={onRetry}
            loaded={lists.jobs}
            startupId={id}
            card={(job) => <JobCard job={job} known={known} isAtStartup />}
          />
        </div>
        <div>
          <OwnRecords
            title="Founders"
            onRetry={onRetry}
            loaded={lists.founders}
            startupId={id}
            card={(founder) => <FounderCard founder={founder} />}
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

/** A long text, of which the beginning is shown until the reader asks for the rest. */
function Description({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const beginning = excerpt(text);
  return (
    <>
      <p id="description" class="prose" dir="auto">
        {isWhole ? text : beginning}
      </p>
      {beginning !== text && (
        <button
          type="button"
          aria-expanded={isWhole}
          aria-controls="description"
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : `Show all ${counted(text.length, 'character')}`}
        </button>
      )}
    </>
  );
}

interface OwnRecordsProps<R> {
  readonly title: string;
  readonly loaded: Loaded<R>;
  readonly startupId: string;
  readonly card: (record: R) => VNode;
  readonly onRetry: () => void;
}

/** What another list has for a startup: nothing while that list is being loaded. */
function OwnRecords<R extends { readonly id: string; readonly startup_id: string }>(
  props: OwnRecordsProps<R>,
) {
  const { title, loaded, startupId, card, onRetry } = props;
  if (loaded.state === 'failed') return <Failed what={title.toLowerCase()} onRetry={onRetry} />;
  const records = loaded.state === 'ready' ? loaded.list.records : [];
  const own = records.filter(({ startup_id }) => startup_id === startupId);
  if (own.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul class="own">
        {own.map((record) => (
          <li key={record.id}>{card(record)}</li>
        ))}
      </ul>
    </>
  );
}

function Enrollments({ enrollments }: { enrollments: readonly Enrollment[] }) {
  return (
    <ul class="enrollments">
      {enrollments.map((enrollment, index) => (
        <li key={index}>
          <strong dir="auto">{enrollment.program_name ?? 'Unnamed programme'}</strong>
          {enrollment.cohort_name !== null && <span dir="auto">{enrollment.cohort_name}</span>}
          <Period {...enrollment} />
          <EnrollmentStatus {...enrollment} />
        </li>
      ))}
    </ul>
  );
}

/** From the day of acceptance to the day of the end, as far as they are known. */
function Period({ accepted_date, ended_date }: Enrollment) {
  if (accepted_date === null && ended_date === null) return null;
  return (
    <span>
      {accepted_date !== null && <time dateTime={accepted_date}>{day(accepted_date)}</time>}
      {ended_date !== null && (
        <>
          {accepted_date === null ? 'to ' : ' to '}
          <time dateTime={ended_date}>{day(ended_date)}</time>
        </>
      )}
    </span>
  );
}

function EnrollmentStatus({ status, graduated }: Enrollment) {
  if (status === null) return graduated ? <span>Graduated</span> : null;
  return (
    <span>
      <bdi>{humanized(status)}</bdi>
      {graduated && ', graduated'}
    </span>
  );
}
