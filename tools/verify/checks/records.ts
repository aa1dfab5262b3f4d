/**
 * That the records are as the contract says, one by one, as a list, and beside the other lists. No value is shown: it may be
 * what must not be.
 */

import * as v from 'valibot';

import { recordDescriptions, schemaName } from '../../../bundling/schemas.ts';
import { looksLikeContact } from '../../../contract/contact.ts';
import type { Directory, DirectoryName } from '../../../contract/directories.ts';
import { noContact, uuid } from '../../../contract/fields.ts';
import { MEMORY_SECONDS } from '../../../contract/http.ts';
import { type Finding, type Group, group, judged, note } from '../check.ts';
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

export const order = group((list: List) => list, {
  'orders the records by id': (list) => {
    const records = recordsOf(list);
    const flaws = flawed(list, (record, index) => {
      const before = records[index - 1];
      const isLate = before !== undefined && idOf(record) < idOf(before);
      return isLate ? [' comes after a greater id'] : [];
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

function repeated(list: List, field: string): Finding {
  const seen = new Set<unknown>();
  const flaws = flawed(list, (record) => {
    const isRepeated = seen.has(record[field]);
    seen.add(record[field]);
    return isRepeated ? [` has the ${field} of another record`] : [];
  });
  return judged(flaws, `${seen.size} different values`);
}

/** That the founder directory publishes no e-mail address and no phone number (interface, section 2.3). */
export const contacts = group((list: List) => list, {
  'publishes no e-mail address and no phone number': (list) => {
    const flaws = flawed(list, (record) =>
      contactsIn(typed(record)).map((field) => `: ${field} holds a contact`),
    );
    return judged(flaws, `${recordsOf(list).length} records, undocumented fields too`);
  },
});

function flawsIn(list: List): Flaw[] {
  return recordsOf(list).flatMap((record, index) => flawsOf(list.directory, record, index));
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
function label(record: ServedRecord, index: number): string {
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

type Lists = Readonly<Record<DirectoryName, List>>;
type Joined = 'founders' | 'jobs';

/** That the three lists agree with one another (interface, section 4, rule 4, and section 2.1). */
export const joins = group((lists: Lists) => lists, {
  'joins every founder to a startup by startup_id and startup_slug': (lists) =>
    agree(lists, 'founders', (now) => [
      ...dangling(now, 'founders'),
      ...departing(now, 'founders', { startup_slug: 'slug' }),
    ]),

  'repeats name and logo of the startup in its founders': (lists) =>
    agree(lists, 'founders', (now) => departing(now, 'founders', NAME_AND_LOGO)),

  'joins every job to a startup by startup_id': (lists) =>
    agree(lists, 'jobs', (now) => dangling(now, 'jobs')),

  'repeats name and logo of the startup in its jobs': (lists) =>
    agree(lists, 'jobs', (now) => departing(now, 'jobs', NAME_AND_LOGO)),

  'counts the open jobs of every startup': (lists) => agree(lists, 'jobs', miscounted),
});

/** From the field of a founder or job to the field of the startup that it repeats. */
const NAME_AND_LOGO = { startup_name: 'name', startup_logo_url: 'logo_url' };

/**
 * Each list is a snapshot of its own, so an edit between two reads is no fault. What differs is read again; what still
 * differs is a fault where both lists were read within the time that a process answers from memory.
 */
async function agree(
  lists: Lists,
  other: Joined,
  compare: (lists: Lists) => string[],
): Promise<Finding> {
  const agreed = judged([], `${lists[other].records?.length ?? 0} ${other} compared`);
  if (compare(lists).length === 0) return agreed;

  const [startups, again] = [await lists.startups.again(), await lists[other].again()];
  const flaws = compare({ ...lists, startups, [other]: again });
  if (flaws.length === 0) return agreed;

  const secondsApart = Math.abs(readAt(startups) - readAt(again)) / 1000;
  return secondsApart > MEMORY_SECONDS
    ? note(`${flaws[0]}, but startups and ${other} were read ${Math.round(secondsApart)} s apart`)
    : judged(flaws, '');
}

function readAt(list: List): number {
  return Date.parse(list.cachedAt ?? '');
}

function dangling(lists: Lists, name: Joined): string[] {
  const known = new Set(recordsOf(lists.startups).map(({ id }) => id));
  return flawed(lists[name], ({ startup_id }) =>
    known.has(startup_id) ? [] : [` of ${name} belongs to no startup`],
  );
}

function departing(lists: Lists, name: Joined, copies: Readonly<Record<string, string>>): string[] {
  const byId = new Map(recordsOf(lists.startups).map((startup) => [startup['id'], startup]));
  return flawed(lists[name], (record) => {
    const startup = byId.get(record['startup_id']);
    if (startup === undefined) return [];
    return Object.entries(copies)
      .filter(([copy, original]) => differs(record[copy], startup[original]))
      .map(([copy, original]) => `: ${copy} is not the ${original} of its startup`);
  });
}

/** A value that the stricter rules of the copy refuse is null there. */
function differs(copy: unknown, original: unknown): boolean {
  return copy !== null && copy !== original;
}

function miscounted({ startups, jobs }: Lists): string[] {
  return flawed(startups, ({ id, open_jobs_count: told }) => {
    const count = recordsOf(jobs).filter(({ startup_id }) => startup_id === id).length;
    return told === count ? [] : [`: open_jobs_count is not ${count}, the number of its jobs`];
  });
}

function recordsOf({ records = [] }: List): readonly ServedRecord[] {
  return records;
}

/** What is wrong with each record of a list, as sentences that begin with what the record is called. */
function flawed(
  list: List,
  find: (record: ServedRecord, index: number) => readonly string[],
): string[] {
  return recordsOf(list).flatMap((record, index) =>
    find(record, index).map((flaw) => label(record, index) + flaw),
  );
}
