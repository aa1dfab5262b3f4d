/** The list of founders. Their industry is that of the startup that they refer to. */

import type { Founder } from '../../client/src/index.ts';
import { fullName } from '../text.ts';
import { type CardProps, OutsideLink, Picture, ToStartup } from './card-parts.tsx';
import type { View } from './record-list.tsx';
import { alphabetically } from './search.ts';
import type { KnownStartups } from './startups.ts';

export function foundersView(known: KnownStartups): View<Founder> {
  return {
    name: 'founders',
    nouns: ['founder', 'founders'],
    textsOf: (founder) => [fullName(founder), founder.job_title, founder.startup_name],
    facets: [
      {
        key: 'industry',
        label: 'Industry',
        valuesOf: ({ startup_id }) => known?.get(startup_id)?.industry ?? [],
      },
    ],
    orders: [
      {
        key: 'startup',
        compare: (one, other) =>
          alphabetically(one.startup_name, other.startup_name) ||
          alphabetically(fullName(one), fullName(other)),
      },
    ],
    card: (founder) => <FounderCard founder={founder} known={known} />,
  };
}

/** In the list, and on the page of a startup. */
export function FounderCard(props: CardProps & { readonly founder: Founder }) {
  const { founder, known, isAtStartup = false } = props;
  const { job_title, avatar_url, linkedin_url, startup_id, startup_name } = founder;
  const name = fullName(founder);
  const Name = isAtStartup ? 'h5' : 'h4';
  return (
    <div class="person">
      <Picture kind="portrait" name={name} url={avatar_url} size={56} />
      <div>
        <Name dir="auto">{name}</Name>
        {job_title !== null && <p dir="auto">{job_title}</p>}
        {!isAtStartup && (
          <p>
            <ToStartup startupId={startup_id} name={startup_name} known={known} />
          </p>
        )}
        <OutsideLink to={linkedin_url} of={`of ${name}`} class="quiet">
          LinkedIn
        </OutsideLink>
      </div>
    </div>
  );
}
