/** Parts of cards and pages: pictures, links, and texts in a row. */

import { type ComponentChildren, Fragment } from 'preact';
import { useContext, useState } from 'preact/hooks';

import type { Founder, Job, Startup } from '../../client/src/index.ts';
import { initials, safeLink } from '../text.ts';
import type { ViewName } from './lists.ts';
import { SharedLists } from './view.ts';

interface PictureProps {
  readonly name: string;
  readonly url: string | null;
  /** Any of `round` (for a person), `big` and `mini`. */
  readonly shape?: string;
}

/** A logo or portrait over the initials, which stay if it does not load. Screen readers skip it, because the name is beside it. */
export function Picture({ name, url, shape = '' }: PictureProps) {
  const [failed, setFailed] = useState<string>();
  const source = safeLink(url);
  return (
    <span class={`pic ${shape}`} aria-hidden="true">
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

/** The heading of a card. Its link covers the card. */
interface CardTitleProps {
  readonly view: ViewName;
  readonly record: Startup | Founder | Job;
  readonly children: string;
}

export function CardTitle({ view, record, children }: CardTitleProps) {
  const { linkTo } = useContext(SharedLists);
  const href = linkTo(view, record);
  const name = <bdi>{children}</bdi>;
  return (
    <h2 class="name">
      {href === undefined ? (
        name
      ) : (
        <a href={href} rel="noopener">
          {name}
        </a>
      )}
    </h2>
  );
}

interface OutsideLinkProps {
  readonly to: string | null;
  readonly class?: string;
  readonly part?: string;
  /** Completes the link's name for people who hear it out of context. */
  readonly of: string;
  readonly children: ComponentChildren;
}

/** A link to an address from a record, or nothing if the address is not http(s). */
export function OutsideLink({ to, of, children, ...rest }: OutsideLinkProps) {
  const { language } = useContext(SharedLists);
  const href = safeLink(to);
  if (href === undefined) return null;
  return (
    <a {...rest} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span class="unseen" dir="auto">
        {' '}
        {of} {language.word('new-tab')}
      </span>
    </a>
  );
}

/**
 * The link from a founder or job to its startup. The lists are read at different moments, so a founder may appear before their
 * startup: then the name has no link.
 */
export function ToStartup({ id, name }: { id: string; name: string | null }) {
  const { known, linkTo } = useContext(SharedLists);
  const startup = known?.get(id);
  if (startup !== undefined) {
    return (
      <a href={linkTo('startups', startup) ?? ''} dir="auto">
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

/** Texts with a dot between them. Each keeps its own direction. */
export function Dotted({ texts }: { texts: readonly (string | null)[] }) {
  return texts
    .filter((text) => text !== null && text !== '')
    .map((text, index) => (
      <Fragment key={index}>
        {index > 0 && ' · '}
        <bdi>{text}</bdi>
      </Fragment>
    ));
}

/** Names with values; those without a value are left out. */
export function Facts({ facts }: { facts: Readonly<Record<string, ComponentChildren>> }) {
  return (
    <dl class="facts">
      {Object.entries(facts)
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
