import { directories } from '../../contract/directories.ts';
import { checkRecords } from '../../lambda/directory/check.ts';
import { founder } from '../support/records/records.ts';
import { corpus } from '../contract/corpus.ts';

const TEXTS = ['first_name', 'last_name', 'job_title'] as const;
const ADDRESSES = ['linkedin_url', 'avatar_url'] as const;

const CONTACTS = [...corpus('contacts').values()].flat();
const LEGITIMATE = corpus('legitimate');
const WEB = 'web addresses';

const published = (changes: Readonly<Record<string, unknown>>) =>
  checkRecords(directories.founders, [founder(1, changes)]);

test.each(CONTACTS)('%j comes out in nothing that a founder typed', (contact) => {
  for (const field of [...TEXTS, ...ADDRESSES]) {
    const { records } = published({ [field]: contact });

    expect(records.map((record) => record[field])).toEqual(
      TEXTS.slice(0, 2).some((name) => name === field) ? [] : [null],
    );
  }
});

test('in a web address an e-mail address is found behind any part of it', () => {
  const mails = CONTACTS.filter((contact) => /^[\w.+-]+(?:@|%40|\(at\)|＠)[\w.-]+$/u.test(contact));
  const addresses = mails.flatMap((mail) =>
    ['in/', '?to=', 'a/b#'].map((before) => `https://example.com/${before}${mail}`),
  );
  const rows = addresses.flatMap((address) =>
    ADDRESSES.map((field) => founder(1, { linkedin_url: null, [field]: address })),
  );

  const { records } = checkRecords(directories.founders, rows);

  expect(mails.length).toBeGreaterThan(5);
  expect(records).toHaveLength(rows.length);
  expect(records.flatMap((record) => ADDRESSES.map((field) => record[field]))).not.toContainEqual(
    expect.any(String),
  );
});

test('every legitimate name, title and address is published', () => {
  const texts = [...LEGITIMATE].flatMap(([heading, lines]) => (heading === WEB ? [] : lines));
  const rows = [
    ...texts.map((text) => founder(1, { job_title: text, first_name: text, last_name: text })),
    ...(LEGITIMATE.get(WEB) ?? []).map((url) => founder(1, { linkedin_url: url, avatar_url: url })),
  ];

  const { leftOut, setToNull, records } = checkRecords(directories.founders, rows);

  expect({ leftOut, setToNull }).toEqual({ leftOut: [], setToNull: [] });
  expect(records).toHaveLength(rows.length);
});

test.each([
  '20240115-acme',
  'team-2023-000123',
  'startup-12345678-beta',
  '507f1f77bcf86cd799439011',
  '01512345678',
])('a founder stays whose startup is called %s, as it is in the startups directory', (slug) => {
  const logo = `https://assets.example.com/${slug}@example.org.png`;
  const { records } = published({
    startup_slug: slug,
    startup_name: `4711 ${slug}`,
    startup_logo_url: logo,
  });

  expect(records).toEqual([
    founder(1, { startup_slug: slug, startup_name: `4711 ${slug}`, startup_logo_url: logo }),
  ]);
});
