/** The list of startups. */

import { isActive, isAlumnus, type Startup } from '../../client/src/index.ts';
import { shapes } from '../../client/src/records.ts';
import { counted } from '../text.ts';
import { Picture, Tags } from './card-parts.tsx';
import type { View } from './record-list.tsx';
import { startupRoute } from './route.ts';
import { alphabetically, newest } from './search.ts';

export const startupsView: View<Startup> = {
  name: 'startups',
  fields: Object.keys(shapes.Startup),
  orders: [{ key: 'name', compare: (one, other) => alphabetically(one.name, other.name) }, newest],
  textsOf: ({ name, blurb }) => [name, blurb],
  facets: [
    { key: 'industry', valuesOf: ({ industry }) => industry },
    {
      key: 'status',
      valuesOf: (startup) => [
        ...(isActive(startup) ? ['active'] : []),
        ...(isAlumnus(startup) ? ['alumni'] : []),
      ],
    },
    {
      key: 'programme',
      valuesOf: ({ enrollments }) => enrollments.flatMap(({ program_name }) => program_name ?? []),
    },
    {
      key: 'cohort',
      // Programmes may use the same names for their cohorts.
      valuesOf: ({ enrollments }, { programme }) =>
        enrollments.flatMap(({ program_name, cohort_name }) =>
          programme === undefined || program_name === programme ? (cohort_name ?? []) : [],
        ),
    },
  ],
  cardNoun: 'startup',
  cardsOf: (found) => found.map((startup) => <StartupCard key={startup.id} startup={startup} />),
};

function StartupCard({ startup }: { startup: Startup }) {
  const { name, slug, blurb, logo_url, industry, open_jobs_count } = startup;
  return (
    <>
      <div class="card-head pictured">
        <Picture kind="logo" name={name} url={logo_url} />
        <div>
          <h4>
            <a class="whole" href={startupRoute(slug)} dir="auto">
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
      <div class="card-foot row">
        {isAlumnus(startup) && <span class="badge">Alumni</span>}
        {open_jobs_count > 0 && (
          <span class="badge plain">{counted(open_jobs_count, 'open job')}</span>
        )}
        <Tags tags={industry} most={3} />
      </div>
    </>
  );
}

/** Of the programme that the startup is in, or was in last. */
function Cohort({ of: { enrollments } }: { of: Startup }) {
  const current = enrollments.findLast(({ status }) => status === 'active') ?? enrollments.at(-1);
  const names = [current?.program_name ?? [], current?.cohort_name ?? []].flat();
  return names.length === 0 ? null : (
    <p class="cohort" dir="auto">
      {names.join(', ')}
    </p>
  );
}
