/** Turns values into readable text, and addresses into links. */

import type { Founder } from '../client/src/index.ts';

const LOCAL_TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/**
 * Returns an address from a record as a browser reads it, or `undefined` if it is not http(s): `javascript:` and `data:` would run
 * in this page, and a relative address would lead into it. No address of a record becomes a link without this.
 */
export function safeLink(address: string | null): string | undefined {
  if (address === null || !URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

/** Returns the mailbox of a `mailto:` address, or `undefined` for a page. */
export function mailboxOf(contact: string): string | undefined {
  return contact.startsWith('mailto:') ? contact.slice('mailto:'.length) : undefined;
}

/** A moment in the reader's own time zone: `21 Nov 2026, 13:20`. */
export function clockTime(moment: Date): string {
  return LOCAL_TIME.format(moment);
}

/** Makes a value such as `on_site` readable: `On site`. Keeps its capitals and punctuation. */
export function humanized(value: string): string {
  const text = value.replaceAll('_', ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the full name. If a person has only one name, either field contains it, and the other is empty. */
export function fullName({ first_name, last_name }: Pick<Founder, 'first_name' | 'last_name'>) {
  return `${first_name} ${last_name}`.trim();
}

/** Returns the first letters of the first two words, which are shown if there is no picture. */
export function initials(name: string): string {
  const letters = name.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? [];
  return letters.slice(0, 2).join('').toUpperCase();
}
