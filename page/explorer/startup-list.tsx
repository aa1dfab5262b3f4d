/** The list of startups. */

import { isActive, isAlumnus, type Startup } from '../../client/src/index.ts';
import { counted } from '../text.ts';
import { Picture, Tags } from './card-parts.tsx';
import type { View } from './record-list.tsx';
import { startupRoute } from './route.ts';

export const startupsView: View<Startup> = {
  name: 'startups',
  nouns: ['startup', 'startups'],
  textsOf: ({ name, blurb, industry }) => [name, blurb, ...industry],
  facets: [
    { key: 'industry', label: 'Industry', valuesOf: ({ industry }) => industry },
    {
      key: 'status',
      label: 'Status',
      valuesOf: (startup) => [
        ...(isActive(startup) ? ['active'] : []),
        ...(isAlumnus(startup) ? ['alumni'] : []),
      ],
    },
  ],
  card: (startup) => <StartupCard startup={startup} />,
};

function StartupCard({ startup }: { startup: Startup }) {
  const { name, slug, blurb, logo_url, industry, open_jobs_count } = startup;
  return (
    <>
      <div class="card-head">
        <Picture kind="logo" name={name} url={logo_url} size={56} />
        <h4>
          <a class="whole" href={startupRoute(slug)} dir="auto">
            {name}
          </a>
        </h4>
      </div>
      {blurb !== null && (
        <p class="blurb" dir="auto">
          {blurb}
        </p>
      )}
      <div class="card-foot">
        {isAlumnus(startup) && <span class="badge">Alumni</span>}
        {open_jobs_count > 0 && (
          <span class="badge plain">{counted(open_jobs_count, ['open job', 'open jobs'])}</span>
        )}
        <Tags tags={industry} most={3} />
      </div>
    </>
  );
}
