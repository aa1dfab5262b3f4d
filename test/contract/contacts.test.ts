import { looksLikeContact } from '../../contract/contact.ts';
import { directories } from '../../contract/directories.ts';
import { checkRecords } from '../../lambda/directory/check.ts';
import { founder, uuidOf } from '../support/records.ts';
/**
 * The e-mail addresses and phone numbers in the examples are invented. Disguised ones, and most numbers without a plus sign,
 * are published, because a string counts as a contact only if it cannot mean anything else.
 */
import examples from './contacts.json' with { type: 'json' };

const published = (fields: Readonly<Record<string, string>>) =>
  checkRecords(directories.founders, [founder(1, fields)]);

test.each(examples.foundTexts)('%j is not published as a job title or as a name', (text) => {
  expect(published({ job_title: text })).toEqual({
    records: [founder(1, { job_title: null })],
    leftOut: [],
    setToNull: [{ id: uuidOf(1), field: 'job_title' }],
  });
  for (const field of ['first_name', 'last_name']) {
    const leftOut = [{ id: uuidOf(1), field, isContact: true }];
    expect(published({ [field]: text })).toEqual({ records: [], leftOut, setToNull: [] });
  }
});

test.each(examples.foundLinks)('%j is not published as a link', (link) => {
  const { records } = published({ linkedin_url: link, avatar_url: link });

  expect(records).toEqual([founder(1)]);
});

test.each(examples.keptTexts)('%j is published as a job title and as a name', (text) => {
  const fields = { first_name: text, last_name: text, job_title: text };

  expect(published(fields).records).toEqual([founder(1, fields)]);
});

test.each(examples.keptLinks)('%j is published as a link', (link) => {
  const fields = { linkedin_url: link, avatar_url: link };

  expect(published(fields).records).toEqual([founder(1, fields)]);
});

test('the startup fields in the record of a founder are not searched for contact details', () => {
  const fields = {
    startup_slug: 'jane-01512345678',
    startup_name: 'jane@acme.io',
    startup_logo_url: 'https://assets.example.com/jane@acme.io.png',
  };

  expect(published(fields).records).toEqual([founder(1, fields)]);
});

// If a pattern backtracked too often, the search would not finish in time.
test.each([
  'a',
  '1',
  '.',
  '@',
  'a.',
  'a@',
  'a@a.',
  '1 ',
  '+1',
  '+1(',
  '+49(',
  'a@a.io-',
  '%40',
  'tel:',
  'phone+',
  '000 ',
  'wa.me/',
  'whatsapp://send?',
])('the search for contacts in 2 MB of %j finishes', (part) => {
  expect(looksLikeContact(`${part.repeat(2_000_000 / part.length)}!`)).toEqual(expect.any(Boolean));
});
