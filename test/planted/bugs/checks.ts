/** What is checked before a list is published, and what a log may say of it. */

import { bugsIn, type PlantedBug } from '../planted-bug.ts';

export const checkBugs: readonly PlantedBug[] = [
  ...bugsIn('lambda/directory/check.ts', ['test/lambda/check.test.ts'], {
    'publishes a list that is suddenly empty': [
      'if (directory.mayShrink || recordsBefore === undefined) return;',
      'if (directory.mayShrink || recordsBefore === undefined || records.length === 0) return;',
    ],
    'publishes a list that lost more than half of its records': [
      'const PART_THAT_MUST_REMAIN = 1 / 2;',
      'const PART_THAT_MUST_REMAIN = 1 / 3;',
    ],
    'refuses a short list that became shorter': ['FREELY_UP_TO = 10', 'FREELY_UP_TO = 0'],
    'publishes an id twice': ['.size < records.length', '.size < 0'],
    'fails a list for one bad record': ['BAD_RECORDS_ALLOWED = 1', 'BAD_RECORDS_ALLOWED = 0'],
    'publishes what is left of a list that is mostly bad': [
      'const BAD_PART_ALLOWED = 1 / 10;',
      'const BAD_PART_ALLOWED = 1;',
    ],
    'leaves a whole record out for one optional value': [
      '  if (v.is(schema, null)) return { value: null, setToNull: [path] };\n',
      '',
    ],
    'passes a column on that the contract does not know': [
      'const repaired: Record<string, unknown> = {};',
      'const repaired: Record<string, unknown> = { ...value };',
    ],
    'logs a bad value that may be an e-mail address': ['v.is(uuid, id)', "typeof id === 'string'"],
  }),
  ...bugsIn('contract/directories.ts', ['test/lambda/check.test.ts'], {
    'refuses an empty job board': ['mayShrink: true,', 'mayShrink: false,'],
    'publishes two startups with one slug': ["unique: ['slug'],", 'unique: [],'],
  }),
  ...bugsIn('lambda/directory/answer.ts', ['test/lambda/answer.test.ts'], {
    'takes every drop for accepted when it is refreshed': [
      'refresh?.acceptDrop === true ? undefined',
      'refresh !== undefined ? undefined',
    ],
  }),
  ...bugsIn('lambda/directory/handler.ts', ['test/lambda/handler.test.ts'], {
    'accepts a drop that nobody accepted, when the event does not say': [
      'asked.acceptDrop === true',
      'asked.acceptDrop !== false',
    ],
  }),
  ...bugsIn('contract/founder.ts', ['test/lambda/check.test.ts'], {
    'publishes an e-mail address in the job title of a founder': [
      'v.nullable(v.pipe(text, noContact))',
      'v.nullable(text)',
    ],
  }),
  ...bugsIn('contract/contact.ts', ['test/contract/contact.test.ts'], {
    'publishes a phone number': [' || [...text.matchAll(DIGITS)].some(isPhone)', ''],
    'takes a place of work for a mailbox': [
      "!ROLE.test(ALONE.exec(text)?.[1] ?? '')",
      'ALONE.test(text)',
    ],
    'does not see an e-mail address that is escaped': ['unescaped(unescaped(value))', 'value'],
  }),
  ...bugsIn('contract/founder.ts', ['test/security/contacts.test.ts'], {
    'leaves the founders of a startup out whose slug has digits': [
      'startup_slug: v.pipe(slug, ',
      'startup_slug: v.pipe(slug, noContact, ',
    ],
  }),
  ...bugsIn('contract/fields.ts', ['test/contract/records.test.ts'], {
    'does not search a text that is long': [
      'value.length <= LONGEST_SEARCHED && !looksLikeContact(value)',
      'value.length > LONGEST_SEARCHED || !looksLikeContact(value)',
    ],
  }),
  ...bugsIn('contract/fields.ts', ['test/contract/fields.test.ts'], {
    'publishes an address with a password in it': [
      "  if (username !== '' || password !== '') return '';\n",
      '',
    ],
    'publishes an address that runs a script': [
      "  if (protocol !== 'https:' && protocol !== 'http:') return '';\n",
      "  if (protocol === 'javascript:') return `https://example.com/${pathname}`;\n",
    ],
    'publishes 30 February as 2 March': ["  if (!dayExists(moment.slice(0, 10))) return '';\n", ''],
    'takes a time without an offset for the time of the machine': [
      '(?:Z|[+-]\\d{2}:\\d{2})$/u',
      '(?:Z|[+-]\\d{2}:\\d{2})?$/u',
    ],
  }),
];
