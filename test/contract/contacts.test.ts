import { looksLikeContact } from '../../contract/contact.ts';
import { directories } from '../../contract/directories.ts';
import { checkRecords } from '../../lambda/directory/check.ts';
import { founder, uuidOf } from '../support/records.ts';

/** All are invented: reserved domains, and numbers reserved for fiction or of obvious digits. */
// prettier-ignore
const FOUND_TEXTS = [
  'jane@acme.io', 'JANE@ACME.IO', 'jane.doe+tag@mail.example.co.uk', 'jane_doe@example.org', 'jane-doe@sub-domain.example.museum',
  'zhang@163.com', '42@example.org', 'müller@beispiel.de', 'jane@münchen.de', 'анна@пример.рф', 'jane@例え.テスト', 'jane@xn--mnchen-3ya.de',
  'CEO, jane@example.org', 'CEO (jane@example.org)', 'Jane Doe <jane@example.org>', 'CTO/jane@example.org', 'E-mail:jane@example.org.',
  'Founder | jane@example.org | Berlin', 'mailto:jane@example.org', 'jane@acme.io, +49 171 2345678',
  '+49 171 2345678', '+491712345678', '+49 (0) 171 / 234 56-78', '(+44) 20 7946 0123', '+1 (202) 555-0143', '+1.202.555.0143',
  '+7 912 345-67-89', '+47 912 34 567', '+33 1 99 00 12 34', '+298 201234', 'CTO, +49‑171‑2345678', 'tel:030123456',
  '+(49) 171 2345678', '+1 415 555 2671x12', '+49 (0) - 171 2345678', 'Tel+49 171 2345678', '+34 612 345 678', '+49.1712345678',
  'jane@acme.io-CEO', '_jane@acme.io_', 'jane@xn--e1aybc.xn--p1ai', 'tel://01712345678',
];

const FOUND_LINKS = [
  'https://www.linkedin.com/in/jane@acme.io',
  'https://example.org/?mail=jane%40acme.io',
  'https://example.org/avatars/jane@acme.io.png',
  'https://example.org/?to=mailto:jane',
  'https://example.org/tel:+12025550143',
  'https://wa.me/12025550143',
  'https://api.whatsapp.com/send?phone=4917112345678',
  'https://api.whatsapp.com/send/?text=hi&phone=%2B4917112345678',
  'https://example.org/call/+49 171 2345678',
  'https://example.org/?phone=%2B12025550143',
];

// prettier-ignore
const KEPT_TEXTS = [
  'Président (SIREN 732 829 320)', 'NIP 521-301-23-45', 'Windows Phone 7.5 / 8.1 / 10', 'pm @ acme.io', 'student at tum.de', '@jane',
  '@acme.io', '@jane@example.org', 'Co-founder @acme', 'Co-Founder @ Acme.ai | ex-Booking.com', 'Engineer @ stripe.com', 'ceo at acme.io',
  'CEO@Acme', 'Yoga@Home GmbH', 'Head of Growth @ dot.com', 'Geschäftsführer @ acme.de', 'Node.js @ acme.io', 'photo@2x.png',
  'react@18.2.0', 'Managing Director (at Acme)', 'Ada', "O'Neill", 'Anne-Marie', 'X Æ A-12', '李小龍', 'Nguyễn Văn A', 'Seven of Nine',
  'Prof. Dr. Max Muster', 'VP Eng. (EMEA + APAC)', '10+ years, 200+ projects', 'Raised +250 000 000 EUR', '+1 000 000 users',
  '+1 250 000 000 EUR raised', '+123 456 789 users', 'GMT +1 2020-2024', 'UTC +2 2020-2024', '+2 500 123 456 EUR', '+12345678',
  'C++ 2011, 2014, 2017', '2019 + 2020', 'Founder (2015 – 2019), CTO 2020', '01.05.2015 - 30.06.2018', '2026-01-31T12:00:00+01:00',
  '24/7/365 Support', 'ISO 9001 14001 45001', 'IEC 60601-1:2005+AMD1:2012', 'DIN EN 60601-1-2:2016-05', 'ORCID 0000-0002-1825-0097',
  'ISBN 978-3-16-148410-0', 'DOI 10.1016/j.cell.2020.02.058', 'HRB 123456 B', 'CHE-123.456.789', 'DE123456789', 'GB29 NWBK 6016 1331 9268 19',
  'D-U-N-S 12-345-6789', '550e8400-e29b-41d4-a716-446655440000', '52.5200066, 13.404954', '192.168.0.1', 'U+1F600', 'Hotel: 100 rooms',
  // Disguises, and numbers without a plus: in doubt the value stays.
  'jane at acme dot com', 'jane (at) acme.io', 'jane @ acme.io', '0171 2345678', '555-0143', 'https://acme.io',
];

const KEPT_LINKS = [
  'https://www.linkedin.com/in/ada-lovelace-12345678',
  'https://www.linkedin.com/pub/ada-lovelace/12/345/678',
  'https://www.linkedin.com/profile/view?id=123456789&authType=a%2Bb',
  'https://linkedin.com/in/jane-at-acme-dot-ai',
  'https://medium.com/@jane.doe/how-we-grew-0123456789ab',
  'https://mastodon.social/@jane@example.org',
  'https://orcid.org/0000-0002-1825-0097',
  'https://www.flickr.com/photos/12345678@N00/',
  'https://www.google.com/maps/@52.5200066,13.404954,17z',
  'https://www.google.com/maps/@52.5200066,+13.4049540,17z',
  'https://www.google.com/maps/@+52.5200066,13.40',
  'https://storage.example.com/photo@large.my-photo.jpg',
  'https://unpkg.com/react@18.2.0/umd/react.production.min.js',
  'https://storage.example.com/avatars/1732147200000.jpg',
  'https://storage.example.com/avatars/202-555-0143.png',
  'https://storage.example.com/photo@2x.png',
  'https://storage.example.com/logo@2x.min.png',
  'https://storage.example.com/photo%402x.heic',
  'https://storage.example.com/photo@large.jpg',
  'https://storage.example.com/hotel:1234567.png',
  'https://example.com/?q=founder+2012+2013',
  'https://example.com/a/+1beautiful-idea',
];

const published = (fields: Readonly<Record<string, string>>) =>
  checkRecords(directories.founders, [founder(1, fields)]);

test.each(FOUND_TEXTS)(
  '%s is not published as a title, and no one who has it as a name',
  (text) => {
    expect(published({ job_title: text })).toEqual({
      records: [founder(1, { job_title: null })],
      leftOut: [],
      setToNull: [{ id: uuidOf(1), field: 'job_title' }],
    });
    for (const field of ['first_name', 'last_name']) {
      const leftOut = [{ id: uuidOf(1), field, isContact: true }];
      expect(published({ [field]: text })).toEqual({ records: [], leftOut, setToNull: [] });
    }
  },
);

test.each(FOUND_LINKS)('%s is not published as a link', (link) => {
  const { records } = published({ linkedin_url: link, avatar_url: link });

  expect(records).toEqual([founder(1)]);
});

test.each(KEPT_TEXTS)('%s is published as a title and as a name', (text) => {
  const fields = { first_name: text, last_name: text, job_title: text };

  expect(published(fields).records).toEqual([founder(1, fields)]);
});

test.each(KEPT_LINKS)('%s is published as a link', (link) => {
  const fields = { linkedin_url: link, avatar_url: link };

  expect(published(fields).records).toEqual([founder(1, fields)]);
});

test('what the startups directory publishes of the startup is not searched', () => {
  const fields = {
    startup_slug: 'jane-01512345678',
    startup_name: 'jane@acme.io',
    startup_logo_url: 'https://assets.example.com/jane@acme.io.png',
  };

  expect(published(fields).records).toEqual([founder(1, fields)]);
});

// Patterns that go back and forth would not come to an end.
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
])('2 MB of %j are read to their end', (part) => {
  expect(looksLikeContact(`${part.repeat(2_000_000 / part.length)}!`)).toEqual(expect.any(Boolean));
});
