/** Small components that cards and pages share, such as pictures and links, and `SharedData`, which they read. */

import { type ComponentChildren, createContext, Fragment } from 'preact';
import { useContext, useState } from 'preact/hooks';

import type { Founder } from '../../client/src/index.ts';
import { initials, safeLink } from '../text.ts';
import { english, type Language } from './language.ts';
import { type AnyRecord, type byId, type Lists, noListsYet, type ViewName } from './lists.ts';
import type { Texts } from './search.ts';

export interface Shared {
  readonly language: Language;
  readonly now: Date;
  readonly lists: Lists;
  /** Startups, keyed by id. `undefined` if the list has not loaded. */
  readonly known: ReturnType<typeof byId>;
  /** Founders, keyed by the id of their startup. */
  readonly teams: ReadonlyMap<string, readonly Founder[]>;
  /** Returns the address that a card links to, or `undefined` if the card has no link. */
  readonly linkTo: (view: ViewName, record: AnyRecord) => string | undefined;
}

export const SharedData = createContext<Shared>({
  language: english,
  now: new Date(),
  lists: noListsYet,
  known: undefined,
  teams: new Map(),
  linkTo: () => undefined,
});

/**
 * A logo or portrait. If it is missing or does not load, the initials of the name are visible instead. Screen readers skip the
 * picture, because the name is next to it.
 *
 * @param props.shape - CSS classes, separated by spaces: `round` (for a person), `big`, `mini`.
 */
export function Picture(props: { name: string; url: string | null; shape?: string }) {
  const { name, url, shape = '' } = props;
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

/** The heading of a card. If it has a link, the link covers the whole card. */
export function CardTitle({ href, name }: { href: string | undefined; name: string }) {
  const text = <bdi>{name}</bdi>;
  if (href === undefined) return <h2 class="name">{text}</h2>;
  return (
    <h2 class="name">
      <a href={href} rel="noopener">
        {text}
      </a>
    </h2>
  );
}

interface OutsideLinkProps {
  readonly to: string | null;
  readonly class?: string;
  readonly part?: string;
  /** Words that complete the link text for screen readers, which may read a link without its context. */
  readonly of: string;
  readonly children: ComponentChildren;
}

/** A link to an address from a record. Renders nothing if the address is not http(s). */
export function OutsideLink({ to, of, children, ...rest }: OutsideLinkProps) {
  const { language } = useContext(SharedData);
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

/** Joins strings with dots. Each string keeps its own writing direction (left to right, or right to left). */
export function Dotted({ texts }: { texts: Texts }) {
  return texts
    .filter((text) => text !== null && text !== '')
    .map((text, index) => (
      <Fragment key={index}>
        {index > 0 && ' · '}
        <bdi>{text}</bdi>
      </Fragment>
    ));
}

/** Shows strings in small grey type, joined with dots. Renders nothing if all strings are missing. */
export function Muted(props: { texts: Texts }) {
  if (!props.texts.some(Boolean)) return null;
  return (
    <p class="muted">
      <Dotted {...props} />
    </p>
  );
}
