/** Turns values into readable text, and addresses into safe links. */

import type { Founder } from '../client/src/index.ts';

const LOCAL_TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/**
 * Normalizes an address from a record, as browsers do. Returns `undefined` if it is not http(s). A `javascript:` or `data:`
 * address could run code in this page, and a relative address would lead to this site. Every link to an address from a record
 * must use this function.
 */
export function safeLink(address: string | null): string | undefined {
  if (address === null || !URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

/** Returns the mailbox of a `mailto:` address, or `undefined` if the contact is the address of a page. */
export function mailboxOf(contact: string): string | undefined {
  return contact.startsWith('mailto:') ? contact.slice('mailto:'.length) : undefined;
}

/** Formats a time in the visitor's time zone, for example as `21 Nov 2026, 13:20`. */
export function clockTime(moment: Date): string {
  return LOCAL_TIME.format(moment);
}

/** Turns a value into readable text: `on_site` becomes `On site`. The capital letters in a value stay capital. */
export function humanized(value: string): string {
  const text = value.replaceAll('_', ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns a founder's full name. If a founder has only one name, one of the two fields is empty. */
export function fullName({ first_name, last_name }: Pick<Founder, 'first_name' | 'last_name'>) {
  return `${first_name} ${last_name}`.trim();
}

/** Returns the first letters of the first two words of a name. These initials are shown if there is no picture. */
export function initials(name: string): string {
  const letters = name.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? [];
  return letters.slice(0, 2).join('').toUpperCase();
}
