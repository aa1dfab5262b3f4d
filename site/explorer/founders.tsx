/** The founders: their list with a card for each startup, and the page of one. */

import type { Founder } from '../../client/src/index.ts';
import { shapes } from '../../client/src/records.ts';
import { fullName } from '../text.ts';
import { byStartup, type KnownStartups } from './loaded-lists.ts';
import { Detail, OutsideLink, Picture, ToStartup } from './parts.tsx';
import type { View } from './record-list.tsx';
import { recordRoute } from './route.ts';
import { alphabetically } from './search.ts';

/** Their industry is that of the startup that they refer to. */
export function foundersView(known: KnownStartups): View<Founder> {
  return {
    name: 'founders',
    keyOf: ({ id }) => id,
    Page: FounderPage,
    fields: Object.keys(shapes.Founder),
    textsOf: (founder) => [fullName(founder), founder.job_title, founder.startup_name],
    facets: [{ key: 'industry', valuesOf: ({ startup_id: id }) => known?.get(id)?.industry ?? [] }],
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
      [...byStartup(found)].map(([id, team]) => <TeamCard key={id} team={team} />),
  };
}

function TeamCard({ team }: { team: readonly [Founder, ...Founder[]] }) {
  const [{ startup_id, startup_name, startup_logo_url }] = team;
  return (
    <>
      <div class="card-head pictured">
        <Picture kind="logo" name={startup_name} url={startup_logo_url} />
        <h4>
          <ToStartup id={startup_id} name={startup_name} />
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
  const { id, job_title, avatar_url } = founder;
  const name = fullName(founder);
  return (
    <div class="person pictured">
      <Picture kind="portrait" name={name} url={avatar_url} />
      <div>
        <h5>
          <a class="plain" href={recordRoute('founders', id)} dir="auto">
            {name}
          </a>
        </h5>
        {job_title !== null && <p dir="auto">{job_title}</p>}
        <LinkedIn founder={founder} />
      </div>
    </div>
  );
}

function LinkedIn({ founder, ...rest }: { founder: Founder; class?: string }) {
  return (
    <OutsideLink to={founder.linkedin_url} of={`of ${fullName(founder)}`} {...rest}>
      LinkedIn
    </OutsideLink>
  );
}

function FounderPage({ record: founder }: { record: Founder }) {
  const { job_title, avatar_url, startup_id, startup_name } = founder;
  return (
    <Detail
      kind="portrait"
      name={fullName(founder)}
      url={avatar_url}
      lead={
        <p class="lead">
          {job_title !== null && <bdi>{job_title}, </bdi>}
          <ToStartup id={startup_id} name={startup_name} />
        </p>
      }
      links={<LinkedIn founder={founder} class="button" />}
    />
  );
}
