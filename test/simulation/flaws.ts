/**
 * What can be wrong with a row of the portal, and what must become of it, said by hand: the contract's own schemas decide
 * nothing here. All names, addresses and numbers are invented; the phone number is one reserved for fiction.
 */

import type { DirectoryName } from '../../contract/directories.ts';
import { startup } from '../support/records/records.ts';

export type Row = Readonly<Record<string, unknown>>;

export interface Flaw {
  readonly name: string;
  /** What the row has instead. */
  readonly row: Row;
  /** What the list has instead; `left out` where it has no such record. */
  readonly published: Row | 'left out';
}

/** Only in fields of founders and in columns that no list has: there no such thing may leave the service. */
export const PLANTED_EMAIL = 'ada.leak@example.org';
export const PLANTED_PHONE = '+44 20 7946 0123';

const HUGE = 'A long text.'.repeat(240);
const HUGE_URL = `https://example.com/${'a'.repeat(5000)}`;
const PROTO_KEY = JSON.parse('{"__proto__": {"name": "polluted"}, "constructor": 1}') as Row;

type Values = Readonly<Record<string, unknown>>;

function flawsIn(
  field: string,
  values: Values,
  publishedOf: (value: unknown) => Flaw['published'],
): readonly Flaw[] {
  return Object.entries(values).map(([name, value]) => ({
    name: `${field}: ${name}`,
    row: { [field]: value },
    published: publishedOf(value),
  }));
}

const becomesNull = (field: string, values: Values): readonly Flaw[] =>
  flawsIn(field, values, () => ({ [field]: null }));

const leavesOut = (field: string, values: Values): readonly Flaw[] =>
  flawsIn(field, values, () => 'left out');

const isPublished = (field: string, values: Values): readonly Flaw[] =>
  flawsIn(field, values, (value) => ({ [field]: value }));

const becomes = (field: string, values: Values, published: unknown): readonly Flaw[] =>
  flawsIn(field, values, () => ({ [field]: published }));

const noText = {
  'a number': 5,
  'an object': { text: 'x' },
  'a list': ['x'],
  'no field': undefined,
};
const noUrl = {
  'a script': 'javascript:alert(1)',
  'a script in mixed case': ' JaVaScRiPt:alert(1)',
  data: 'data:text/html,<script>alert(1)</script>',
  'a file': 'file:///etc/passwd',
  credentials: 'https://user:password@example.com/',
  'no address': 'n.a.',
  'too long': HUGE_URL,
  'a number': 7,
};
const noMoment = {
  infinity: 'infinity',
  'the year 10000': '10000-01-01T00:00:00Z',
  'no offset': '2025-01-31 12:00:00',
  '30 February': '2025-02-30T12:00:00Z',
  null: null,
};
const strangeTexts = {
  'control characters': 'a\u0000b\u0007c\u001b[31m\u0085',
  'a lone surrogate': 'a\ud800b\udc00',
  markup: '<img src=x onerror=alert(1)>',
  'a huge text': HUGE,
  'an empty text': '',
};

const ignored: readonly Flaw[] = [
  { name: '__proto__ as a key', row: PROTO_KEY, published: {} },
  { name: 'an unknown column', row: { email: PLANTED_EMAIL, phone: PLANTED_PHONE }, published: {} },
];

const [enrollment] = startup(1).enrollments;

export const flaws: Readonly<Record<DirectoryName, readonly Flaw[]>> = {
  startups: [
    ...ignored,
    ...becomesNull('blurb', noText),
    ...becomesNull('website_url', noUrl),
    ...becomesNull('logo_url', noUrl),
    ...leavesOut('name', { null: null, 'white space': ' \u00a0', 'a list': ['x'] }),
    ...becomesNull('created_at', noMoment),
    ...leavesOut('slug', { 'white space': 'a b', 'a path': '..', null: null }),
    ...leavesOut('industry', { null: null, nested: [['Testing']], 'a text': 'Testing' }),
    ...leavesOut('open_jobs_count', { negative: -1, 'a fraction': 1.5, 'a text': '1' }),
    ...leavesOut('enrollments', {
      'a null in it': [null],
      'not known to have graduated': [{ ...enrollment, graduated: null }],
    }),
    ...isPublished('description', strangeTexts),
    ...isPublished('description', { 'a mailbox': 'Write to hi@example.org' }),
    ...becomes(
      'created_at',
      { 'another time zone': '2025-01-31T14:30:00+02:30' },
      '2025-01-31T12:00:00.000Z',
    ),
    ...becomes(
      'website_url',
      { 'no scheme': 'startup.example.com/about' },
      'https://startup.example.com/about',
    ),
    ...isPublished('industry', { 'an enormous list': Array(300).fill('Testing') }),
    ...Object.entries({
      status: ' ',
      accepted_date: 'infinity',
      ended_date: 'infinity',
      program_name: '\u00a0',
      cohort_name: '',
    }).flatMap(([field, value]) =>
      becomes('enrollments', { [`a bad ${field}`]: [{ ...enrollment, [field]: value }] }, [
        { ...enrollment, [field]: null },
      ]),
    ),
    ...isPublished('enrollments', { none: [] }),
  ],
  founders: [
    ...ignored,
    ...becomesNull('job_title', {
      ...noText,
      'an e-mail address': `CEO, ${PLANTED_EMAIL}`,
      'a phone number': `CTO ${PLANTED_PHONE}`,
    }),
    ...becomesNull('linkedin_url', {
      ...noUrl,
      'a mailto': `mailto:${PLANTED_EMAIL}`,
      'an e-mail address': `https://example.com/?m=${PLANTED_EMAIL}`,
    }),
    ...becomesNull('avatar_url', noUrl),
    ...leavesOut('first_name', {
      null: null,
      'an e-mail address': PLANTED_EMAIL,
      'a phone number': PLANTED_PHONE,
    }),
    ...leavesOut('startup_id', { 'no uuid': 'x', null: null }),
    ...isPublished('startup_id', { 'of nobody': '00000000-0000-4000-8000-999999999999' }),
    ...becomes('linkedin_url', { 'no scheme': 'example.com/in/ada' }, 'https://example.com/in/ada'),
    ...becomes('last_name', { empty: '', 'a no-break space': '\u00a0' }, ''),
    ...isPublished('startup_slug', { 'digits like a phone number': '01512345678' }),
    ...isPublished('job_title', { 'a place of work': 'CEO @ example.org' }),
    ...isPublished('last_name', { 'a lone surrogate': 'E\ud800' }),
  ],
  jobs: [
    ...ignored,
    // What founders are promised, texts of a job are not.
    ...isPublished('title', { 'a mailbox': 'Apply to jobs@example.org' }),
    ...becomesNull('job_type', noText),
    ...becomesNull('external_url', noUrl),
    ...becomesNull('expires_at', {
      infinity: 'infinity',
      'the year 10000': '10000-01-01T00:00:00Z',
      'a number': 5,
    }),
    ...becomesNull('startup_team_size', { negative: -1, 'a text': '10' }),
    ...leavesOut('title', { null: null, empty: '' }),
    ...leavesOut('created_at', noMoment),
    ...leavesOut('location_cities', { null: null, nested: [['Berlin']] }),
    ...isPublished('startup_blurb', strangeTexts),
    ...becomes(
      'expires_at',
      { 'another time zone': '2030-01-01T00:00:00-08:00' },
      '2030-01-01T08:00:00.000Z',
    ),
  ],
};
