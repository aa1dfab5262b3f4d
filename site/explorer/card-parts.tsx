/** Parts of cards: pictures, tags and links. */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import { EXAMPLE_ORIGIN } from '../../contract/site.ts';
import type { KnownStartups } from '../live.ts';
import { hue, initials, safeLink } from '../text.ts';
import { startupRoute } from './route.ts';

interface PictureProps {
  readonly name: string;
  readonly url: string | null;
  readonly kind: 'logo' | 'portrait';
}

/**
 * A logo or portrait. The initials are in its place until it has loaded, and where it fails to. The name is beside it, so
 * screen readers skip it.
 */
export function Picture({ name, url, kind }: PictureProps) {
  const [failed, setFailed] = useState<string>();
  const source = pictureAddress(url);
  return (
    <span class={`picture ${kind}`} style={{ '--hue': hue(name) }} aria-hidden="true">
      {initials(name)}
      {source !== undefined && source !== failed && (
        <img
          src={source}
          alt=""
          loading="lazy"
          decoding="async"
          referrerpolicy="no-referrer"
          onError={() => setFailed(source)}
        />
      )}
    </span>
  );
}

/** Of an encrypted picture, as the policy of the page wants it; one at the placeholder of the page's own address is its own. */
function pictureAddress(url: string | null): string | undefined {
  const address = safeLink(url);
  if (address?.startsWith(`${EXAMPLE_ORIGIN}/`) === true) {
    return address.slice(EXAMPLE_ORIGIN.length);
  }
  return address?.startsWith('https:') === true ? address : undefined;
}

/** Industry tags, as many as there is room for. */
export function Tags({ tags, most = Infinity }: { tags: readonly string[]; most?: number }) {
  if (tags.length === 0) return null;
  const more = tags.length - most;
  return (
    <ul class="tags" aria-label="Tags">
      {tags.slice(0, most).map((tag) => (
        <li key={tag} dir="auto">
          {tag}
        </li>
      ))}
      {more > 0 && <li>+{more}</li>}
    </ul>
  );
}

interface OutsideLinkProps {
  readonly to: string | null;
  readonly class?: string;
  /** Names the link's owner for those who hear it out of context. */
  readonly of: string;
  readonly children: ComponentChildren;
}

/** A link to an address that a record names; nothing where it may not be followed. */
export function OutsideLink({ to, of, children, ...rest }: OutsideLinkProps) {
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

interface ToStartupProps {
  readonly startupId: string;
  readonly name: string | null;
  readonly known: KnownStartups;
}

/**
 * The link from a founder or job to its startup. The lists are read at different moments, so a founder can be there before
 * its startup: then the name has no link, and no link is broken.
 */
export function ToStartup({ startupId, name, known }: ToStartupProps) {
  const startup = known?.get(startupId);
  const shown = startup?.name ?? name ?? 'A startup';
  if (startup !== undefined) {
    return (
      <a href={startupRoute(startup.slug)} dir="auto">
        {shown}
      </a>
    );
  }
  return (
    <>
      <bdi>{shown}</bdi>
      {known !== undefined && <span class="not-yet"> (not in the list yet)</span>}
    </>
  );
}
