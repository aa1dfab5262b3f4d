/** The list of founders, a card for each startup. Their industry is that of the startup that they refer to. */

import type { Founder } from '../../client/src/index.ts';
import { shapes } from '../../client/src/records.ts';
import type { KnownStartups } from '../live.ts';
import { fullName } from '../text.ts';
import { OutsideLink, Picture, ToStartup } from './card-parts.tsx';
import type { View } from './record-list.tsx';
import { alphabetically } from './search.ts';

/** Founders of one startup. */
type Team = [Founder, ...Founder[]];

export function foundersView(known: KnownStartups): View<Founder> {
  return {
    name: 'founders',
    fields: Object.keys(shapes.Founder),
    textsOf: (founder) => [fullName(founder), founder.job_title, founder.startup_name],
    facets: [
      { key: 'industry', valuesOf: ({ startup_id }) => known?.get(startup_id)?.industry ?? [] },
    ],
    orders: [
      {
        key: 'startup',
        compare: (one, other) =>
          alphabetically(one.startup_name, other.startup_name) ||
          alphabetically(fullName(one), fullName(other)),
      },
    ],
    cardNoun: 'startup',
    cardsOf: (found) =>
      [...teams(found)].map(([id, team]) => <TeamCard key={id} team={team} known={known} />),
  };
}

/** By the startup, in the order in which their first founders are. */
function teams(founders: readonly Founder[]): ReadonlyMap<string, Team> {
  const found = new Map<string, Team>();
  for (const founder of founders) {
    const team = found.get(founder.startup_id);
    if (team === undefined) found.set(founder.startup_id, [founder]);
    else team.push(founder);
  }
  return found;
}

function TeamCard({ team, known }: { team: Team; known: KnownStartups }) {
  const [{ startup_id, startup_name, startup_logo_url }] = team;
  return (
    <>
      <div class="card-head pictured">
        <Picture kind="logo" name={startup_name} url={startup_logo_url} />
        <h4>
          <ToStartup startupId={startup_id} name={startup_name} known={known} />
        </h4>
      </div>
      <ul class="own">
        {team.map((founder) => (
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
    <div class="person pictured">
      <Picture kind="portrait" name={name} url={avatar_url} />
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
