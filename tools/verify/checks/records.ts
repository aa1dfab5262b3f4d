/** That the records are as the contract says, one by one and as a list. No value is shown: it may be what must not be. */

import * as v from 'valibot';

import { recordDescriptions, schemaName } from '../../../bundling/schemas.ts';
import { looksLikeContact } from '../../../contract/contact.ts';
import type { Directory } from '../../../contract/directories.ts';
import { noContact, uuid } from '../../../contract/fields.ts';
import { type Finding, type Group, group, judged } from '../check.ts';
import { isRecord, type List, type ServedRecord } from '../list.ts';

type FlawKind = 'missing' | 'type' | 'address' | 'moment' | 'contact';

interface Flaw {
  readonly kind: FlawKind;
  readonly sentence: string;
}

type Keys = readonly string[];
type Issue = v.BaseIssue<unknown>;

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

export const fields = group(flawsIn, {
  'gives every documented field': (flaws) => without(flaws, 'missing'),
  'gives every value in its documented type': (flaws) => without(flaws, 'type'),
  'gives only http and https addresses, in one form': (flaws) => without(flaws, 'address'),
  'gives only dates and times that exist, in one form': (flaws) => without(flaws, 'moment'),
});

export const order = group((list: List) => list.records ?? [], {
  'orders the records by id': (records) => {
    const flaws = records.flatMap((record, index) => {
      const before = records[index - 1];
      const isLate = before !== undefined && idOf(record) < idOf(before);
      return isLate ? [`${label(record, index)} comes after a greater id`] : [];
    });
    return judged(flaws, 'the ids ascend');
  },
});

/** What is no text has no place in the order, and may have no text either: `{"toString": 1}`. */
function idOf({ id }: ServedRecord): string {
  return typeof id === 'string' ? id : '';
}

/** One check for each field of which no two records may have the same value. */
export function uniqueness(directory: Directory): Group<List> {
  const checks = ['id', ...directory.unique].map(
    (field) => [`gives no ${field} twice`, (list: List) => repeated(list, field)] as const,
  );
  return group((list: List) => list, Object.fromEntries(checks));
}

/** That the founder directory publishes no e-mail address and no phone number (interface, section 2.3). */
export const contacts = group((list: List) => list.records ?? [], {
  'publishes no e-mail address and no phone number': (records) => {
    const flaws = records.flatMap((record, index) =>
      contactsIn(typed(record)).map((field) => `${label(record, index)}: ${field} holds a contact`),
    );
    return judged(flaws, `${records.length} records, undocumented fields too`);
  },
});

function repeated({ records = [] }: List, field: string): Finding {
  const seen = new Set<unknown>();
  const flaws = records.flatMap((record, index) => {
    const isRepeated = seen.has(record[field]);
    seen.add(record[field]);
    return isRepeated ? [`${label(record, index)} has the ${field} of another record`] : [];
  });
  return judged(flaws, `${seen.size} different values`);
}

function flawsIn({ directory, records = [] }: List): Flaw[] {
  return records.flatMap((record, index) => flawsOf(directory, record, index));
}

function without(flaws: readonly Flaw[], kind: FlawKind): Finding {
  const ofKind = flaws.filter((flaw) => flaw.kind === kind);
  return judged(
    ofKind.map((flaw) => flaw.sentence),
    'all records do',
  );
}

/** Where a served record departs from the contract. */
export function flawsOf(directory: Directory, record: ServedRecord, index: number): Flaw[] {
  const parsed = v.safeParse(directory.record, record);
  const found = parsed.success
    ? departures(record, parsed.output).map((keys) => ({ keys, issue: undefined }))
    : parsed.issues.map((issue) => ({
        keys: issue.path?.map(({ key }) => String(key)) ?? [],
        issue,
      }));

  return found.map(({ keys, issue }) => ({
    kind: kindOf(directory, keys, issue),
    sentence: `${label(record, index)}: ${keys.join('.')} ${complaint(issue)}`,
  }));
}

function kindOf(directory: Directory, keys: Keys, issue: Issue | undefined): FlawKind {
  if (issue?.received === 'undefined') return 'missing';
  if (issue?.requirement === noContact.requirement) return 'contact';
  if (issue?.kind === 'schema') return 'type';
  const format = formatAt(schemaName(directory.record), keys);
  if (format === 'uri') return 'address';
  return format === 'date' || format === 'date-time' ? 'moment' : 'type';
}

function complaint(issue: Issue | undefined): string {
  if (issue === undefined) return 'is not in its canonical form';
  if (issue.received === 'undefined') return 'is missing';
  if (issue.received === 'null') return 'is null';
  if (issue.kind === 'schema') return `is not of the type ${String(issue.expected)}`;
  return 'is not as the contract says';
}

/** Every place at which the served value is not the one that the contract makes of it; unknown fields are ignored. */
function departures(served: unknown, canonical: unknown, at: Keys = []): Keys[] {
  if (typeof canonical !== 'object' || canonical === null) return served === canonical ? [] : [at];
  return Object.entries(canonical).flatMap(([key, value]) =>
    departures(isRecord(served) ? served[key] : undefined, value, [...at, key]),
  );
}

/** How a record is called in a sentence: by its id, if that is one. */
export function label(record: ServedRecord, index: number): string {
  return v.is(uuid, record['id']) ? `record ${record['id']}` : `record number ${index + 1}`;
}

const described = recordDescriptions();

/** The JSON Schema `format` of the value at `keys` of a record, such as `uri` or `date-time`. */
function formatAt(record: string, keys: Keys): string | undefined {
  const [name, ...inner] = keys.filter((key) => !/^\d+$/u.test(key));
  const ofRecord = described.find((each) => each.name === record);
  const field = ofRecord?.fields.find((each) => each.name === name);
  return field === undefined || inner.length === 0 ? field?.format : formatAt(field.kind, inner);
}

function typed(record: ServedRecord): unknown {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !NOT_TYPED.has(key)));
}

/** The places, documented or not, that hold a contact. */
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
