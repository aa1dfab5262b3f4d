/**
 * Checks the records in each list, and whether the lists agree with each other. If a founder's record contains an e-mail
 * address or a phone number, the message of the failed check names the field, but does not contain the value.
 */

import { againstSchema, described } from '../support/published.ts';
import type { Answer, ServedRecord } from '../support/ask.ts';
import { type Ask, compareWithLists, type DirectoryName, directoryNames, json } from './answers.ts';

interface List {
  readonly records: readonly ServedRecord[];
  /** Time when the database was read, in Unix milliseconds. */
  readonly cachedAt: number;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;

/** Formats of strings, by the name of their field. The types are checked with the OpenAPI description. */
const forms: readonly (readonly [field: RegExp, isInForm: (value: string) => boolean])[] = [
  [/^(?:\w+_)?id$/u, (value) => uuid.test(value)],
  [/^(?:\w+_)?slug$/u, (value) => /^(?!\.{1,2}$)[A-Za-z0-9._~-]+$/u.test(value)],
  [/^(?:\w+_)?(?:name|title|blurb)$/u, (value) => value === value.trim()],
  [/_at$/u, isMoment],
  [/_date$/u, (value) => isMoment(`${value}T00:00:00.000Z`)],
  [/_url$/u, isAddress],
];

const NAME_OF_CONTACT = /e-?mail|phone|mobile|whatsapp|(?:^|_)(?:fax|tel)(?:_|$)/iu;
/** Matches an e-mail address, but not `@jane@example.org`, which is a profile name. */
const EMAIL = /(?<![@\w.+-])[\w.+-]+@[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}(?!\w)/iu;
const PHONE = /(?<!\w)\+\d[\d\s().-]{6,}\d/u;
const CONTACT_LINK = /mailto:|(?<!\w)tel:|wa\.me\//iu;

export function describeRecords(ask: Ask): void {
  const read = async (name: DirectoryName): Promise<List> => {
    const answer = await ask(`/v1/${name}`);
    const cachedAt = Date.parse(answer.headers['x-cached-at'] ?? '');
    return { records: recordsIn(answer), cachedAt };
  };

  const expectAgreement = async (
    other: DirectoryName,
    compare: (startups: List['records'], others: List['records']) => readonly string[],
  ): Promise<void> =>
    compareWithLists(
      ask,
      ['startups'],
      async () => ask(`/v1/${other}`),
      (others, startups) => {
        expect(compare(recordsIn(startups), recordsIn(others))).toEqual([]);
      },
    );

  describe.each(directoryNames)('%s', (name) => {
    test('have every documented field with its type and format', async () => {
      const { records } = await read(name);
      const schema = described(`/${name}`, '200').content?.['application/json']?.schema ?? {};

      expect(againstSchema(schema, records, name)).toEqual([]);
      expect(flawsOf(records, formFlaws)).toEqual([]);
    });

    test('are ordered by id, and each id is unique', async () => {
      const ids = (await read(name)).records.map(({ id }) => id as string);

      expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => (a < b ? -1 : 1)));
    });

    test('have no field for an e-mail address or a phone number', async () => {
      const fields = (await read(name)).records.flatMap(namesIn);

      expect(fields.filter((field) => NAME_OF_CONTACT.test(field))).toEqual([]);
    });
  });

  test('each startup has a unique slug, and is active or an alumnus', async () => {
    const { records } = await read('startups');
    const slugs = new Set(records.map(({ slug }) => slug));
    const isAlumnus = (startup: ServedRecord) =>
      enrollmentsOf(startup).some(({ graduated }) => graduated === true);

    expect(slugs.size).toBe(records.length);
    expect(records.filter((each) => !isActive(each) && !isAlumnus(each))).toEqual([]);
  });

  test('every founder has a name, but no e-mail address or phone number', async () => {
    const { records } = await read('founders');
    const contacts = flawsOf(records, (founder) =>
      Object.keys(founder).filter((field) => holdsContact(founder[field])),
    );

    expect(contacts).toEqual([]);
    expect(
      records.filter((each) => [each['first_name'], each['last_name']].join('') === ''),
    ).toEqual([]);
  });

  test('no job had expired when the database was read', async () => {
    const { records, cachedAt } = await read('jobs');
    const expired = records.filter(({ expires_at }) => Date.parse(String(expires_at)) < cachedAt);

    expect(expired.map(({ id, expires_at }) => ({ id, expires_at }))).toEqual([]);
  });

  test.each([
    ['founders', ['name', 'slug', 'logo_url']],
    ['jobs', ['name', 'logo_url', 'blurb', 'industry']],
  ] as const)('%s belong to active startups, and contain their %j', async (name, copied) => {
    await expectAgreement(name, (startups, others) => joinFlaws(startups, others, copied));
  });

  test('open_jobs_count is the number of listed jobs', async () => {
    await expectAgreement('jobs', (startups, jobs) =>
      flawsOf(startups, ({ id, open_jobs_count: count }) => {
        const listed = jobs.filter(({ startup_id }) => startup_id === id).length;
        return count === listed
          ? []
          : [`open_jobs_count is ${String(count)}, but ${listed} jobs are listed`];
      }),
    );
  });
}

/** Returns the records in an answer. @throws Error if the answer is not a list. */
function recordsIn(answer: Answer): List['records'] {
  const records = json(answer);
  if (answer.status !== 200 || !Array.isArray(records)) throw new Error('the answer is not a list');
  return records.map((each) => (isRecord(each) ? each : {}));
}

function isRecord(value: unknown): value is ServedRecord {
  return typeof value === 'object' && value !== null;
}

/** Returns the flaws of all records, each with the id of its record. */
function flawsOf(
  records: readonly ServedRecord[],
  flawsIn: (record: ServedRecord) => readonly string[],
): string[] {
  return records.flatMap((record) =>
    flawsIn(record).map((flaw) => `${JSON.stringify(record['id'])}: ${flaw}`),
  );
}

function formFlaws(record: ServedRecord): string[] {
  const isWrong = ([field, value]: readonly [string, unknown]) =>
    typeof value === 'string' && forms.some(([name, isIn]) => name.test(field) && !isIn(value));
  return [record, ...enrollmentsOf(record)].flatMap((each) =>
    Object.entries(each)
      .filter(isWrong)
      .map(([field]) => `${field} has an invalid format`),
  );
}

function enrollmentsOf({ enrollments }: ServedRecord): readonly ServedRecord[] {
  return Array.isArray(enrollments) ? enrollments.filter(isRecord) : [];
}

function isActive(startup: ServedRecord): boolean {
  return enrollmentsOf(startup).some(({ status }) => status === 'active');
}

/** Tells whether the value is a real date and time, in UTC with milliseconds. */
function isMoment(value: string): boolean {
  const date = new Date(value);
  return !Number.isNaN(date.getTime()) && date.toISOString() === value;
}

/** Tells whether the value is safe as an `href`: a canonical http(s) address in ASCII, without credentials. */
function isAddress(value: string): boolean {
  if (!/^https?:\/\/[^\s"<>\\^`{|}]+$/u.test(value) || !URL.canParse(value)) return false;
  const { href, username, password } = new URL(value);
  return href === value && username + password === '';
}

function namesIn(value: unknown): string[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name].concat(namesIn(inner)));
}

/** Tells whether a value, or a value nested in it, contains an e-mail address, a phone number or a link to one of these. */
function holdsContact(value: unknown): boolean {
  if (isRecord(value)) return Object.values(value).some(holdsContact);
  if (typeof value !== 'string') return false;
  const isLink = /^https?:/u.test(value);
  return EMAIL.test(value) || CONTACT_LINK.test(value) || (!isLink && PHONE.test(value));
}

/**
 * Returns the flaws of records that do not match their startup.
 *
 * @param copied - fields of a startup that a record contains with the prefix `startup_`.
 */
function joinFlaws(
  startups: List['records'],
  others: List['records'],
  copied: readonly string[],
): string[] {
  const byId = new Map(startups.map((startup) => [startup['id'], startup]));
  return flawsOf(others, (record) => {
    const startup = byId.get(record['startup_id']);
    if (startup === undefined) return ['its startup is not listed'];
    if (!isActive(startup)) return ['its startup has no active enrollment'];
    return copied.flatMap((field) => {
      const copy = record[`startup_${field}`];
      const isCopy = copy === null || JSON.stringify(copy) === JSON.stringify(startup[field]);
      return isCopy ? [] : [`startup_${field} does not match the ${field} of its startup`];
    });
  });
}
