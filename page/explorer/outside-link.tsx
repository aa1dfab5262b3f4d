/** A link to an address that a record names. Where the address is none that may be followed, there is no link. */

import type { ComponentChildren } from 'preact';

import { safeLink } from '../text/safe-link.ts';

interface Props {
  readonly to: string | null;
  readonly class?: string;
  /** Names the link's owner for those who hear it out of its place. */
  readonly of: string;
  readonly children: ComponentChildren;
}

export function OutsideLink({ to, of, children, ...rest }: Props) {
  const href = safeLink(to);
  if (href === undefined) return null;
  return (
    <a {...rest} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span class="unseen" dir="auto">
        {' '}
        {of} (opens in a new tab)
      </span>
    </a>
  );
}
