/** What is checked before a list is published, and what a log may say of it. */

import type { PlantedBug } from '../planted-bug.ts';

const check = ['test/lambda/check.test.ts'];
const fields = ['test/contract/fields.test.ts'];
const contact = ['test/contract/contact.test.ts'];

export const checkBugs: readonly PlantedBug[] = [
  {
    name: 'publishes a list that is suddenly empty',
    file: 'lambda/directory/check.ts',
    find: 'if (directory.mayShrink || recordsBefore === undefined) return;',
    replace:
      'if (directory.mayShrink || recordsBefore === undefined || records.length === 0) return;',
    tests: check,
  },
  {
    name: 'publishes a list that lost more than half of its records',
    file: 'lambda/directory/check.ts',
    find: 'const PART_THAT_MUST_REMAIN = 1 / 2;',
    replace: 'const PART_THAT_MUST_REMAIN = 1 / 3;',
    tests: check,
  },
  {
    name: 'refuses a short list that became shorter',
    file: 'lambda/directory/check.ts',
    find: 'const SHRINKS_FREELY_UP_TO = 10;',
    replace: 'const SHRINKS_FREELY_UP_TO = 0;',
    tests: check,
  },
  {
    name: 'refuses an empty job board',
    file: 'contract/directories.ts',
    find: 'mayShrink: true,',
    replace: 'mayShrink: false,',
    tests: check,
  },
  {
    name: 'publishes an id twice',
    file: 'lambda/directory/check.ts',
    find: '.size < records.length',
    replace: '.size < 0',
    tests: check,
  },
  {
    name: 'publishes two startups with one slug',
    file: 'contract/directories.ts',
    find: "unique: ['slug'],",
    replace: 'unique: [],',
    tests: check,
  },
  {
    name: 'fails a list for one bad record',
    file: 'lambda/directory/check.ts',
    find: 'const BAD_RECORDS_ALLOWED = 1;',
    replace: 'const BAD_RECORDS_ALLOWED = 0;',
    tests: check,
  },
  {
    name: 'publishes what is left of a list that is mostly bad',
    file: 'lambda/directory/check.ts',
    find: 'const BAD_PART_ALLOWED = 1 / 10;',
    replace: 'const BAD_PART_ALLOWED = 1;',
    tests: check,
  },
  {
    name: 'leaves a whole record out for one optional value',
    file: 'lambda/directory/check.ts',
    find: '  if (v.is(schema, null)) return { value: null, setToNull: [path] };\n',
    replace: '',
    tests: check,
  },
  {
    name: 'passes a column on that the contract does not know',
    file: 'lambda/directory/check.ts',
    find: 'const repaired: Record<string, unknown> = {};',
    replace: 'const repaired: Record<string, unknown> = { ...value };',
    tests: check,
  },
  {
    name: 'logs a bad value that may be an e-mail address',
    file: 'lambda/directory/check.ts',
    find: "return v.is(uuid, id) ? id : 'unknown';",
    replace: "return typeof id === 'string' ? id : 'unknown';",
    tests: check,
  },
  {
    name: 'takes every drop for accepted when it is refreshed',
    file: 'lambda/directory/answer.ts',
    find: 'refresh?.acceptDrop === true ? undefined',
    replace: 'refresh !== undefined ? undefined',
    tests: ['test/lambda/answer.test.ts'],
  },
  {
    name: 'accepts a drop that nobody accepted, when the event does not say',
    file: 'lambda/directory/handler.ts',
    find: 'asked.acceptDrop === true',
    replace: 'asked.acceptDrop !== false',
    tests: ['test/lambda/handler.test.ts'],
  },
  {
    name: 'publishes an e-mail address in the job title of a founder',
    file: 'contract/founder.ts',
    find: 'v.nullable(v.pipe(text, noContact))',
    replace: 'v.nullable(text)',
    tests: check,
  },
  {
    name: 'publishes a phone number',
    file: 'contract/contact.ts',
    find: 'holdsSpelledEmail(text) || [...text.matchAll(DIGITS)].some(isPhone)',
    replace: 'holdsSpelledEmail(text)',
    tests: contact,
  },
  {
    name: 'takes a place of work for a mailbox',
    file: 'contract/contact.ts',
    find: "!ROLE.test(ALONE.exec(text)?.[1] ?? '')",
    replace: 'ALONE.test(text)',
    tests: contact,
  },
  {
    name: 'leaves the founders of a startup out whose slug has digits',
    file: 'contract/founder.ts',
    find: 'startup_slug: v.pipe(slug, ',
    replace: 'startup_slug: v.pipe(slug, noContact, ',
    tests: ['test/security/contacts.test.ts'],
  },
  {
    name: 'does not see an e-mail address that is escaped',
    file: 'contract/contact.ts',
    find: 'unescaped(unescaped(value))',
    replace: 'value',
    tests: contact,
  },
  {
    name: 'does not search a text that is long',
    file: 'contract/fields.ts',
    find: 'value.length <= LONGEST_SEARCHED && !looksLikeContact(value)',
    replace: 'value.length > LONGEST_SEARCHED || !looksLikeContact(value)',
    tests: ['test/contract/records.test.ts'],
  },
  {
    name: 'publishes an address with a password in it',
    file: 'contract/fields.ts',
    find: "  if (username !== '' || password !== '') return '';\n",
    replace: '',
    tests: fields,
  },
  {
    name: 'publishes an address that runs a script',
    file: 'contract/fields.ts',
    find: "  if (protocol !== 'https:' && protocol !== 'http:') return '';\n",
    replace: "  if (protocol === 'javascript:') return `https://example.com/${pathname}`;\n",
    tests: fields,
  },
  {
    name: 'publishes 30 February as 2 March',
    file: 'contract/fields.ts',
    find: "  if (!dayExists(moment.slice(0, 10))) return '';\n",
    replace: '',
    tests: fields,
  },
  {
    name: 'takes a time without an offset for the time of the machine',
    file: 'contract/fields.ts',
    find: '(?:Z|[+-]\\d{2}:\\d{2})$/u',
    replace: '(?:Z|[+-]\\d{2}:\\d{2})?$/u',
    tests: fields,
  },
];
