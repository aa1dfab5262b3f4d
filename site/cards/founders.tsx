/** The search, filters, sort orders and card of the founders, and `Person`, which shows a founder without the startup. */

import { useContext } from 'preact/hooks';

import type { Founder } from '../../client/src/index.ts';
import { fullName } from '../text.ts';
import type { Language } from './language.ts';
import { CardTitle, Muted, Picture, type Shared, SharedData } from './parts.tsx';
import type { CardProps, View } from './search.ts';
import { startupFacets } from './startups.tsx';

/**
 * Returns the view of the founders. Its facets let visitors filter by the industry, programme and cohort of a founder's startup.
 */
export function foundersView(known: Shared['known'], { compare }: Language): View<Founder> {
  const byName = (one: Founder, other: Founder) => compare(fullName(one), fullName(other));
  const byStartupName = (one: Founder, other: Founder) =>
    compare(one.startup_name, other.startup_name) || byName(one, other);
  return {
    name: 'founders',
    textsOf: (founder) => [[fullName(founder)], [founder.job_title, founder.startup_name]],
    facets: startupFacets.map(({ key, valuesOf }) => ({
      key,
      valuesOf: ({ startup_id: id }, choices) => {
        const startup = known?.get(id);
        return startup === undefined ? [] : valuesOf(startup, choices);
      },
    })),
    orders: [
      { key: 'startup', compare: byStartupName },
      { key: 'name', compare: byName },
    ],
    Card: FounderCard,
  };
}

function FounderCard({ record: founder }: CardProps<Founder>) {
  const { startup_name: startup, startup_logo_url: logo } = founder;
  return (
    <>
      <Person founder={founder} />
      <div class="id end muted">
        <Picture name={startup} url={logo} shape="mini" />
        <bdi>{startup}</bdi>
      </div>
    </>
  );
}

export function Person({ founder }: { founder: Founder }) {
  const { linkTo } = useContext(SharedData);
  const name = fullName(founder);
  return (
    <div class="id">
      <Picture name={name} url={founder.avatar_url} shape="round" />
      <div>
        <CardTitle href={linkTo('founders', founder)} name={name} />
        <Muted texts={[founder.job_title]} />
      </div>
    </div>
  );
}
