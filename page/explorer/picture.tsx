/** A logo or portrait. Until it has come, and where it does not come, the initials stand in the same place. */

import { useState } from 'preact/hooks';

import { initials } from '../text/initials.ts';
import { safeLink } from '../text/safe-link.ts';
import { tint } from '../text/tint.ts';

interface Props {
  readonly name: string;
  readonly url: string | null;
  readonly kind: 'logo' | 'portrait';
  /** In pixels; the place is kept before the picture is there. */
  readonly size: 56 | 96;
}

/** The name stands beside it, so it is silent. */
export function Picture({ name, url, kind, size }: Props) {
  const [failed, setFailed] = useState<string>();
  const source = safeLink(url);
  return (
    <span class={`picture ${kind} s${size} ${tint(name)}`} aria-hidden="true">
      {initials(name)}
      {/* The policy of the page refuses pictures that are not encrypted. */}
      {source?.startsWith('https:') === true && source !== failed && (
        <img
          src={source}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          referrerpolicy="no-referrer"
          onError={() => setFailed(source)}
        />
      )}
    </span>
  );
}
