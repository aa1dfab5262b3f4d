/** The list of startups. */

import type { Startup } from '../../client/src/index.ts';
import { isActive, isAlumnus } from './enrollment-status.ts';
import { StartupCard } from './startup-card.tsx';
import type { View } from './view.ts';

export const startupsView: View<Startup> = {
  name: 'startups',
  title: 'Startups',
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
