/** The startups: how they are searched, filtered and sorted, and the card of one. */

import { useContext } from 'preact/hooks';

import { type Enrollment, isActive, isAlumnus, type Startup } from '../../client/src/index.ts';
import { fullName } from '../text.ts';
import { CardTitle, Dotted, Picture } from './parts.tsx';
import { type Choices, hiddenHit } from './search.ts';
import { type CardProps, SharedLists } from './view.ts';

/** The facets of a startup that its founders share. */
export const startupFacets = [
  { key: 'industry', valuesOf: ({ industry }: Startup) => industry },
  {
    key: 'programme',
    valuesOf: ({ enrollments }: Startup) =>
      enrollments.flatMap(({ program_name }) => program_name ?? []),
  },
  {
    key: 'cohort',
    isNumbered: true,
    // Programmes may use the same names for their cohorts.
    valuesOf: ({ enrollments }: Startup, { programme }: Choices) =>
      enrollments.flatMap(({ program_name, cohort_name }) =>
        programme?.includes(program_name ?? '') === false ? [] : (cohort_name ?? []),
      ),
  },
] as const;

export function statesOf(startup: Startup): readonly string[] {
  if (isActive(startup)) return ['active'];
  return isAlumnus(startup) ? ['alumni'] : [];
}

/** The programme that the startup is in, or was in last. */
export function currentEnrollment({ enrollments }: Startup): Enrollment | undefined {
  return enrollments.findLast(({ status }) => status === 'active') ?? enrollments.at(-1);
}

/** Industries that fit a card. */
const MOST_TAGS = 2;

export function StartupCard({ record: startup, words = '' }: CardProps<Startup>) {
  const { language, teams } = useContext(SharedLists);
  const { name, blurb, description, logo_url, industry, open_jobs_count: jobs } = startup;
  const { program_name = null, cohort_name = null } = currentEnrollment(startup) ?? {};
  const team = (teams.get(startup.id) ?? []).map(fullName);
  const tags = industry.slice(0, MOST_TAGS);
  const more = industry.slice(MOST_TAGS);
  const shown = [name, blurb, ...tags, program_name, cohort_name];
  const hit = hiddenHit(words, shown, [...more, ...team, description ?? '']);
  return (
    <>
      <div class="id">
        <Picture name={name} url={logo_url} />
        <div>
          <CardTitle view="startups" record={startup}>
            {name}
          </CardTitle>
          {tags.length > 0 && (
            <p class="muted">
              {tags.map((tag, index) => (
                <bdi key={tag}>{index > 0 ? `, ${tag}` : tag}</bdi>
              ))}
              {more.length > 0 && ` +${more.length}`}
            </p>
          )}
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
        <span class="muted">
          <Dotted
            texts={[
              isAlumnus(startup) ? language.value('alumni') : null,
              program_name,
              cohort_name,
            ]}
          />
        </span>
        {jobs > 0 && (
          <span class="tag hot" part="tag">
            {language.counted('badge', jobs)}
          </span>
        )}
      </div>
    </>
  );
}
