/** What no list may hold, by rules that are plainer and coarser than the contract's own. */

import type { DirectoryName } from '../../contract/directories.ts';

const PLAIN_EMAIL = /[a-z\d]@[a-z\d-]+\.(?:com|org|net|example)(?![a-z])/iu;
const PLAIN_PHONE = /\+\d{1,3}[ -]\d{3}[ -]\d{3}[ -]?\d{4}/u;
const ADDRESS = /^https?:\/\/[^/?#@]+[/?#]/u;
const NOT_FOR_HREF = /[\s"<>\\]/u;

/** The places at which such a thing stands. */
export function publishes(name: DirectoryName, value: unknown, at = ''): string[] {
  if (typeof value === 'string') return isHarmful(name, value, at) ? [at] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => publishes(name, inner, key));
}

function isHarmful(name: DirectoryName, text: string, at: string): boolean {
  if (at.endsWith('_url') && (!ADDRESS.test(text) || NOT_FOR_HREF.test(text))) return true;
  // What the startup is called is published in its own list as well.
  if (name !== 'founders' || at.startsWith('startup_')) return false;
  return PLAIN_EMAIL.test(text) || PLAIN_PHONE.test(text);
}
