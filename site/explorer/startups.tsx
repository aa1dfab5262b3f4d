/** The startups: their list, and the page of one. */

import type { VNode } from 'preact';
import { useContext } from 'preact/hooks';

import {
  type Enrollment,
  type Founder,
  isActive,
  isAlumnus,
  type Startup,
} from '../../client/src/index.ts';
import { shapes } from '../../client/src/records.ts';
import { counted, day, fullName, humanized } from '../text.ts';
import { FounderCard } from './founders.tsx';
import { JobCard } from './jobs.tsx';
import { byStartup, type Loaded, recordsOf } from './loaded-lists.ts';
import { Detail, NotLoaded, OutsideLink, Picture, SharedLists, Tags } from './parts.tsx';
import type { View } from './record-list.tsx';
import { recordRoute } from './route.ts';
import { alphabetically, hiddenHit, newest } from './search.ts';

/** A search finds the names of their founders, too. */
export function startupsView(founders: Loaded<Founder>): View<Startup> {
  const foundersOf = byStartup(recordsOf(founders));
  return {
    name: 'startups',
    keyOf: ({ slug }) => slug,
    Page: StartupPage,
    fields: Object.keys(shapes.Startup),
    orders: [
      { key: 'name', compare: (one, other) => alphabetically(one.name, other.name) },
      newest,
    ],
    textsOf: ({ id, name, blurb, description }) => [
      name,
      blurb,
      description,
      ...(foundersOf.get(id) ?? []).map(fullName),
    ],
    facets: [
      { key: 'industry', valuesOf: ({ industry }) => industry },
      { key: 'status', valuesOf: statesOf },
      {
        key: 'programme',
        valuesOf: ({ enrollments }) =>
          enrollments.flatMap(({ program_name }) => program_name ?? []),
      },
      {
        key: 'cohort',
        // Programmes may use the same names for their cohorts.
        valuesOf: ({ enrollments }, { programme }) =>
          enrollments.flatMap(({ program_name, cohort_name }) =>
            programme?.includes(program_name ?? '') === false ? [] : (cohort_name ?? []),
          ),
      },
    ],
    cardNoun: 'startup',
    cardsOf: (found, words) =>
      found.map((startup) => {
        const team = (foundersOf.get(startup.id) ?? []).map(fullName);
        return <StartupCard key={startup.id} startup={startup} team={team} words={words} />;
      }),
  };
}

function statesOf(startup: Startup): readonly string[] {
  if (isActive(startup)) return ['active'];
  return isAlumnus(startup) ? ['alumni'] : [];
}

/** A card has room for so many. */
const TAGS = 3;

interface StartupCardProps {
  readonly startup: Startup;
  readonly team: readonly string[];
  /** What was searched for. */
  readonly words: string;
}

function StartupCard({ startup, team, words }: StartupCardProps) {
  const { name, slug, blurb, description, logo_url, industry, enrollments, open_jobs_count } =
    startup;
  const programmes = enrollments.flatMap((one) => [one.program_name ?? '', one.cohort_name ?? '']);
  const shown = [name, blurb ?? '', ...industry.slice(0, TAGS), ...programmes];
  const hit = hiddenHit(words, shown, [...team, description ?? '', ...industry.slice(TAGS)]);
  return (
    <>
      <div class="card-head pictured">
        <Picture kind="logo" name={name} url={logo_url} />
        <div>
          <h4>
            <a class="plain whole" href={recordRoute('startups', slug)} dir="auto">
              {name}
            </a>
          </h4>
          <Cohort of={startup} />
        </div>
      </div>
      {blurb !== null && (
        <p class="blurb small" dir="auto">
          {blurb}
        </p>
      )}
      {hit !== undefined && (
        <p class="blurb small" dir="auto">
          {hit[0]}
          <mark>{hit[1]}</mark>
          {hit[2]}
        </p>
      )}
      <div class="card-foot row">
        {isAlumnus(startup) && <span class="badge">Alumni</span>}
        {open_jobs_count > 0 && <span class="badge">{counted(open_jobs_count, 'open job')}</span>}
        <Tags tags={industry} most={TAGS} />
      </div>
    </>
  );
}

/** The programme that the startup is in, or was in last. */
function Cohort({ of: { enrollments } }: { of: Startup }) {
  const current = enrollments.findLast(({ status }) => status === 'active') ?? enrollments.at(-1);
  const names = [current?.program_name ?? [], current?.cohort_name ?? []].flat();
  return names.length === 0 ? null : (
    <p class="cohort small" dir="auto">
      {names.join(', ')}
    </p>
  );
}

function StartupPage({ record: startup }: { record: Startup }) {
  const { lists } = useContext(SharedLists);
  const { id, name, blurb, description, logo_url, industry, enrollments, created_at } = startup;
  return (
    <Detail
      kind="logo"
      name={name}
      url={logo_url}
      lead={
        <>
          {blurb !== null && (
            <p class="lead" dir="auto">
              {blurb}
            </p>
          )}
          <div class="card-foot row">
            {isAlumnus(startup) && <span class="badge">Alumni</span>}
            <Tags tags={industry} />
          </div>
        </>
      }
      links={
        <>
          <OutsideLink to={startup.website_url} of={`of ${name}`} class="button">
            Website
          </OutsideLink>
          <OutsideLink to={startup.linkedin_url} of={`of ${name}`} class="button">
            LinkedIn
          </OutsideLink>
        </>
      }
    >
      <div class="detail-body">
        <div>
          {description !== null && description !== '' && <Description text={description} />}
          <OwnRecords title="Jobs" loaded={lists.jobs} startupId={id}>
            {(job) => <JobCard job={job} isAtStartup />}
          </OwnRecords>
        </div>
        <div>
          <OwnRecords title="Founders" loaded={lists.founders} startupId={id}>
            {(founder) => <FounderCard founder={founder} />}
          </OwnRecords>
          {enrollments.length > 0 && <Programmes enrollments={enrollments} />}
          {created_at !== null && (
            <p class="small">
              In the portal since <time dateTime={created_at}>{day(created_at)}</time>.
            </p>
          )}
        </div>
      </div>
    </Detail>
  );
}

/** A longer text than this scrolls in its place, so that what is under it stays in reach. */
const LONG_CHARACTERS = 5000;

function Description({ text }: { text: string }) {
  const scrolls = text.length > LONG_CHARACTERS ? { class: 'long', tabIndex: 0 } : {};
  return (
    <section>
      <h4 class="small">About</h4>
      <div id="description" dir="auto" {...scrolls}>
        {text}
      </div>
    </section>
  );
}

interface OwnRecordsProps<R> {
  readonly title: string;
  readonly loaded: Loaded<R>;
  readonly startupId: string;
  readonly children: (record: R) => VNode;
}

/** What another list has for a startup: nothing while that list is being loaded. */
function OwnRecords<R extends { readonly id: string; readonly startup_id: string }>({
  title,
  loaded,
  startupId,
  children,
}: OwnRecordsProps<R>) {
  if (loaded.state === 'failed') return <NotLoaded what={title.toLowerCase()} state="failed" />;
  const own = recordsOf(loaded).filter(({ startup_id: id }) => id === startupId);
  if (own.length === 0) return null;
  return (
    <section>
      <h4 class="small">{title}</h4>
      <ul class="own">
        {own.map((record) => (
          <li key={record.id}>{children(record)}</li>
        ))}
      </ul>
    </section>
  );
}

function Programmes({ enrollments }: { enrollments: readonly Enrollment[] }) {
  return (
    <section>
      <h4 class="small">Programmes</h4>
      <ul class="own programmes">
        {enrollments.map((enrollment, index) => (
          <li key={index}>
            {factsOf(enrollment).map((fact) => (
              <div key={fact} dir="auto">
                {fact}
              </div>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The programme, the cohort, the time and the status, as far as they are known. */
function factsOf(enrollment: Enrollment): readonly string[] {
  const {
    program_name: name,
    cohort_name,
    accepted_date,
    ended_date,
    status,
    graduated,
  } = enrollment;
  const from = accepted_date === null ? '' : day(accepted_date);
  const to = ended_date === null ? '' : `to ${day(ended_date)}`;
  const state = status === null ? '' : humanized(status);
  const graduation = graduated ? (state === '' ? 'Graduated' : ', graduated') : '';
  const programme = name ?? 'Unnamed programme';
  return [programme, cohort_name ?? '', `${from} ${to}`.trim(), state + graduation].filter(Boolean);
}
