/** The search, filters, sort orders and card of the startups. */

import { useContext } from 'preact/hooks';

import { type Enrollment, isActive, isAlumnus, type Startup } from '../../client/src/index.ts';
import { fullName } from '../text.ts';
import type { Language } from './language.ts';
import { CardTitle, Muted, Picture, type Shared, SharedData } from './parts.tsx';
import { type CardProps, type Choices, hiddenHit, newest, type View } from './search.ts';

/** The facets that startups and founders share. */
export const startupFacets = [
  { key: 'industry', valuesOf: ({ industry }: Startup) => industry },
  {
    key: 'programme',
    valuesOf: ({ enrollments }: Startup) =>
      enrollments.map(({ program_name }) => program_name).filter((name) => name !== null),
  },
  {
    key: 'cohort',
    // If programmes are chosen, returns only their cohorts, because a cohort of another programme may have the same name.
    valuesOf: ({ enrollments }: Startup, { programme }: Choices) =>
      enrollments
        .filter(({ program_name }) => programme?.includes(program_name ?? '') ?? true)
        .map(({ cohort_name }) => cohort_name)
        .filter((name) => name !== null),
  },
] as const;

function statesOf(startup: Startup): readonly string[] {
  if (isActive(startup)) return ['active'];
  return isAlumnus(startup) ? ['alumni'] : [];
}

/** Returns the view of the startups. A search also finds startups by the names of their founders. */
export function startupsView(teams: Shared['teams'], { compare }: Language): View<Startup> {
  return {
    name: 'startups',
    textsOf: ({ id, name, blurb, description }) => [
      [name],
      [blurb],
      (teams.get(id) ?? []).map(fullName),
      [description],
    ],
    facets: [
      { key: 'status', valuesOf: statesOf },
      ...startupFacets,
      // The key and the value appear in addresses. The page shows them as `Open jobs` and `Has open jobs`.
      { key: 'open_jobs', valuesOf: (one) => (one.open_jobs_count > 0 ? ['has_open_jobs'] : []) },
    ],
    orders: [{ key: 'name', compare: (one, other) => compare(one.name, other.name) }, newest],
    Card: StartupCard,
  };
}

/** Returns the last active enrollment. If there is none, returns the last enrollment. */
export function currentEnrollment({ enrollments }: Startup): Enrollment | undefined {
  return enrollments.findLast(({ status }) => status === 'active') ?? enrollments.at(-1);
}

/**
 * Describes an enrollment, for example as `Incubator, Cohort 2025, 2025-03-25 to 2026-03-01, completed, graduated`. Leaves out
 * unknown parts.
 */
export function enrollmentText(enrollment: Enrollment, day: (date: string) => string): string {
  const { program_name, cohort_name, accepted_date, ended_date, status, graduated } = enrollment;
  const from = accepted_date === null ? [] : [day(accepted_date)];
  const to = ended_date === null ? [] : [`to ${day(ended_date)}`];
  const days = [...from, ...to].join(' ');
  const texts = [program_name, cohort_name, days, status, graduated ? 'graduated' : ''];
  return texts.filter(Boolean).join(', ');
}

/** Maximum number of industries on a card. */
const MOST_TAGS = 2;

export function StartupCard({ record: startup, words = '' }: CardProps<Startup>) {
  const { language, teams, linkTo } = useContext(SharedData);
  const { id, name, blurb, description, logo_url, industry, open_jobs_count: jobs } = startup;
  const { program_name = null, cohort_name = null } = currentEnrollment(startup) ?? {};
  const team = (teams.get(id) ?? []).map(fullName);
  const tags = industry.slice(0, MOST_TAGS);
  const more = industry.slice(MOST_TAGS);
  const shown = [name, blurb, ...tags, program_name, cohort_name];
  const hit = hiddenHit(words, shown, [...more, ...team, description ?? '']);
  const status = isAlumnus(startup) ? language.value('alumni') : null;
  return (
    <>
      <div class="id">
        <Picture name={name} url={logo_url} />
        <div>
          <CardTitle href={linkTo('startups', startup)} name={name} />
          <Muted texts={[tags.join(', ') + (more.length > 0 ? ` +${more.length}` : '')]} />
        </div>
      </div>
      {blurb !== null && (
        <p class="blurb" dir="auto">
          {blurb}
        </p>
      )}
      {hit !== undefined && (
        <p class="blurb" dir="auto">
          {hit[0]}
          <mark>{hit[1]}</mark>
          {hit[2]}
        </p>
      )}
      <div class="end">
        <Muted texts={[status, program_name, cohort_name]} />
        {jobs > 0 && (
          <span class="tag hot" part="tag">
            {language.counted('badge', jobs)}
          </span>
        )}
      </div>
    </>
  );
}
