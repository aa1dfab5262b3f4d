/** What no list may hold, by rules that are not the contract's own: the published description, and a plainer and coarser look. */

import type { DirectoryName } from '../../contract/directories.ts';
import { againstSchema, described } from '../support/openapi/published.ts';

/** Where the list departs from its schema; nothing where it satisfies it. */
export function departures(name: DirectoryName, list: unknown): string[] {
  const schema = described(`/${name}`, '200').content?.['application/json']?.schema;
  if (schema === undefined) throw new Error(`The list of ${name} is not described`);
  return againstSchema(schema, list, name);
}

const PLAIN_EMAIL = /[a-z\d]@[a-z\d-]+\.(?:com|org|net|example)(?![a-z])/iu;
const PLAIN_PHONE = /\+\d{1,3}[ -]\d{3}[ -]\d{3}[ -]?\d{4}/u;
const ADDRESS = /^https?:\/\/[^/?#@]+[/?#]/u;
const NOT_FOR_HREF = /[\s"<>\\]/u;

/** The fields with a contact, or with an address that is not safe. */
export function harmful(name: DirectoryName, value: unknown, field = ''): string[] {
  if (typeof value === 'string') return isHarmful(name, value, field) ? [field] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => harmful(name, inner, key));
}

function isHarmful(name: DirectoryName, text: string, field: string): boolean {
  if (field.endsWith('_url') && (!ADDRESS.test(text) || NOT_FOR_HREF.test(text))) return true;
  // What the startup is called is published in its own list as well.
  if (name !== 'founders' || field.startsWith('startup_')) return false;
  return PLAIN_EMAIL.test(text) || PLAIN_PHONE.test(text);
}
