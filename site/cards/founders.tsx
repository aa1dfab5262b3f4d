/** The card of a founder, and a founder in a row. */

import type { Founder } from '../../client/src/index.ts';
import { fullName } from '../text.ts';
import { CardTitle, Picture } from './parts.tsx';
import type { CardProps } from './view.ts';

export function FounderCard({ record: founder }: CardProps<Founder>) {
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
  const { job_title, avatar_url } = founder;
  const name = fullName(founder);
  return (
    <div class="id">
      <Picture name={name} url={avatar_url} shape="round" />
      <div>
        <CardTitle view="founders" record={founder}>
          {name}
        </CardTitle>
        {job_title !== null && (
          <p class="muted">
            <bdi>{job_title}</bdi>
          </p>
        )}
      </div>
    </div>
  );
}
