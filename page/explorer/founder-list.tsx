/** The list of founders, a card for each startup. Their industry is that of the startup that they refer to. */

import type { Founder } from '../../client/src/index.ts';
import { shapes } from '../../client/src/records.ts';
import { fullName } from '../text.ts';
import { OutsideLink, Picture, ToStartup } from './card-parts.tsx';
import type { View } from './record-list.tsx';
import { alphabetically } from './search.ts';
import type { KnownStartups } from './startups.ts';

/** Founders of one startup. */
interface Team {
  /** Of the startup. */
  readonly id: string;
  readonly name: string;
  readonly logo: string | null;
  readonly founders: Founder[];
}

export function foundersView(known: KnownStartups): View<Founder, Team> {
  return {
    name: 'founders',
    nouns: ['founder', 'founders'],
    fields: Object.keys(shapes.Founder),
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
    cardsOf: teams,
    cardNouns: ['startup', 'startups'],
    card: (team) => <TeamCard team={team} known={known} />,
  };
}

/** In the order in which their first founders are. */
function teams(founders: readonly Founder[]): readonly Team[] {
  const byStartup = new Map<string, Team>();
  for (const founder of founders) {
    const { startup_id: id, startup_name: name, startup_logo_url: logo } = founder;
    const team = byStartup.get(id);
    if (team === undefined) byStartup.set(id, { id, name, logo, founders: [founder] });
    else team.founders.push(founder);
  }
  return [...byStartup.values()];
}

function TeamCard({ team, known }: { team: Team; known: KnownStartups }) {
  const { id, name, logo, founders } = team;
  return (
    <>
      <div class="card-head">
        <Picture kind="logo" name={name} url={logo} size={56} />
        <h4>
          <ToStartup startupId={id} name={name} known={known} />
        </h4>
      </div>
      <ul class="own">
        {founders.map((founder) => (
          <li key={founder.id}>
            <FounderCard founder={founder} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Under the heading of the startup. */
export function FounderCard({ founder }: { founder: Founder }) {
  const { job_title, avatar_url, linkedin_url } = founder;
  const name = fullName(founder);
  return (
    <div class="person">
      <Picture kind="portrait" name={name} url={avatar_url} size={56} />
      <div>
        <h5 dir="auto">{name}</h5>
        {job_title !== null && <p dir="auto">{job_title}</p>}
        <OutsideLink to={linkedin_url} of={`of ${name}`} class="quiet">
          LinkedIn
        </OutsideLink>
      </div>
    </div>
  );
}
