/** That the founder directory publishes no e-mail address and no phone number (interface, section 2.3). */

import { looksLikeContact } from '../../../contract/contact.ts';
import { judged } from '../finding.ts';
import { label } from '../flaws.ts';
import { group } from '../group.ts';
import type { List, ServedRecord } from '../list.ts';

/** Not typed by the person: ids, and what the startups directory publishes as well. */
const NOT_TYPED: ReadonlySet<string> = new Set([
  'id',
  'startup_id',
  'startup_name',
  'startup_logo_url',
  'startup_slug',
]);

/** A field that is called like this holds what its name says, in whatever form. */
const NAME_OF_CONTACT = /e-?mail|phone|mobile|whatsapp|(?:^|_)(?:fax|tel)(?:_|$)/iu;

export const contacts = group((list: List) => list.records ?? [], {
  'publishes no e-mail address and no phone number': (records) => {
    const flaws = records.flatMap((record, index) =>
      contactsIn(typed(record)).map((field) => `${label(record, index)}: ${field} holds a contact`),
    );
    return judged(flaws, `${records.length} records, undocumented fields too`);
  },
});

function typed(record: ServedRecord): unknown {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !NOT_TYPED.has(key)));
}

/** The places, documented or not, at which a contact stands. */
function contactsIn(value: unknown, at = 'the record'): string[] {
  if (typeof value === 'string') return looksLikeContact(value) ? [at] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (looksLikeContact(key)) return [`the name of a field in ${at}`];
    const field = at === 'the record' ? key : `${at}.${key}`;
    const isCalledContact = NAME_OF_CONTACT.test(key) && inner !== null && inner !== '';
    return isCalledContact ? [field] : contactsIn(inner, field);
  });
}
