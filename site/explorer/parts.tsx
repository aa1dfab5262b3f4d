/** Parts that the views share: pictures, links, headings, and what stands in place of a list that has nothing to show. */

import { type ComponentChildren, createContext } from 'preact';
import { useContext, useLayoutEffect, useState } from 'preact/hooks';

import { hue, initials, safeLink } from '../text.ts';
import { type KnownStartups, type Lists, noListsYet } from './loaded-lists.ts';
import { TITLE_ID } from './scroll-position.ts';
import { recordRoute } from './route.ts';

/** What every view of the explorer can look up. */
export interface Shared {
  readonly lists: Lists;
  readonly known: KnownStartups;
  readonly now: Date;
  readonly onRetry: () => void;
}

export const SharedLists = createContext<Shared>({
  lists: noListsYet,
  known: undefined,
  now: new Date(),
  onRetry: () => {},
});

/** The title of the document as it comes: the name of the programme. */
const siteTitle = document.title;

/** The heading of what the explorer shows, which the browser's tab and history show, too. */
export function Title({ children }: { children: string }) {
  useLayoutEffect(() => {
    document.title = `${children} · ${siteTitle}`;
  }, [children]);
  return (
    <h3 id={TITLE_ID} tabIndex={-1} dir="auto">
      {children}
    </h3>
  );
}

interface PictureProps {
  readonly name: string;
  readonly url: string | null;
  readonly kind: 'logo' | 'portrait';
}

/** A logo or portrait over the initials, which stay where it does not load. The name is beside it, so screen readers skip it. */
export function Picture({ name, url, kind }: PictureProps) {
  const [failed, setFailed] = useState<string>();
  const source = safeLink(url);
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

/**
 * The link from a founder or job to its startup. The lists are read at different moments, so a founder can be there before
 * its startup: then the name has no link, and no link is broken.
 */
export function ToStartup({ id, name }: { id: string; name: string | null }) {
  const { known } = useContext(SharedLists);
  const startup = known?.get(id);
  if (startup !== undefined) {
    return (
      <a href={recordRoute('startups', startup.slug)} dir="auto">
        {startup.name}
      </a>
    );
  }
  return (
    <>
      <bdi>{name ?? 'A startup'}</bdi>
      {known !== undefined && <span class="muted"> (not in the list yet)</span>}
    </>
  );
}

interface DetailProps extends PictureProps {
  readonly lead: ComponentChildren;
  readonly links: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** The page of one record. */
export function Detail({ lead, links, children, ...picture }: DetailProps) {
  return (
    <article class="detail">
      <header class="pictured">
        <Picture {...picture} />
        <div>
          <Title>{picture.name}</Title>
          {lead}
          <p class="row">{links}</p>
        </div>
      </header>
      {children}
    </article>
  );
}

interface EmptyProps {
  readonly title: ComponentChildren;
  readonly role?: 'alert';
  readonly children?: ComponentChildren;
}

export function Empty({ title, children, ...rest }: EmptyProps) {
  return (
    <div class="nothing card" {...rest}>
      <p>
        <strong>{title}</strong>
      </p>
      {children}
    </div>
  );
}

/** What is shown of a list that is not there: as many grey cards as there is room for, or a button to ask again. */
export function NotLoaded({ what, state }: { what: string; state: 'loading' | 'failed' }) {
  const { onRetry } = useContext(SharedLists);
  return state === 'failed' ? (
    <Empty title={`The ${what} could not be loaded.`} role="alert">
      <p>The service may be unavailable for a moment.</p>
      <button type="button" onClick={onRetry}>
        Retry
      </button>
    </Empty>
  ) : (
    <div>
      <p class="unseen" role="status">
        Loading the {what}
      </p>
      <ul class="records loading" aria-hidden="true">
        {Array.from({ length: 6 }, (_, index) => (
          <li key={index} class="card" />
        ))}
      </ul>
    </div>
  );
}
