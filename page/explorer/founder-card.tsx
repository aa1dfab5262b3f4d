/** A founder, in the list and beside a startup. */

import type { Founder } from '../../client/src/index.ts';
import { fullName } from '../text/full-name.ts';
import type { Known } from './known.ts';
import { OutsideLink } from './outside-link.tsx';
import { Picture } from './picture.tsx';
import { ToStartup } from './to-startup.tsx';

interface Props {
  readonly founder: Founder;
  readonly known: Known;
  /** Where the startup is clear from what is around. */
  readonly isAtStartup?: boolean;
}

export function FounderCard({ founder, known, isAtStartup = false }: Props) {
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
