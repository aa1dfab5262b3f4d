/** The directory of founders. Their industry is that of the startup that they refer to. */

import type { Founder } from '../../client/src/index.ts';
import { fullName } from '../text/full-name.ts';
import { FounderCard } from './founder-card.tsx';
import { type Known, startupOf } from './known.ts';
import type { View } from './view.ts';

export function foundersView(known: Known): View<Founder> {
  return {
    name: 'founders',
    title: 'Founders',
    nouns: ['founder', 'founders'],
    textsOf,
    facets: [
      {
        key: 'industry',
        label: 'Industry',
        valuesOf: ({ startup_id }) => startupOf(known, startup_id)?.industry ?? [],
      },
    ],
    card: (founder) => <FounderCard founder={founder} known={known} />,
  };
}

function textsOf(founder: Founder) {
  return [fullName(founder), founder.job_title, founder.startup_name];
}
