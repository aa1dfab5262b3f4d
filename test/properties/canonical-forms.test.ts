import * as fc from 'fast-check';

import { looksLikeContact } from '../../contract/contact.ts';
import { canonicalDateTime, canonicalUrl, withScheme } from '../../contract/fields.ts';
import { expectProperty } from './expect-property.ts';
import { moment } from './generated/records.ts';

const LONG = 200_000;

const anyString = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom('\uD800', '\uDC00', '%', '&', '#', 'x', '4', '0', ';', '\\') }),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.emailAddress(),
  moment,
);

/** Each character may begin a repetition of some pattern. */
const PARTS = [
  ['a', '1', '.', '@', '-', ' ', '%', '&', ';', '#', '/', '\\', '(', '<', '+', ':', '\u200B'],
  ['a.', 'a@', '1-', '1 ', '%4', '&#4', '&#x', 'at ', ' dot ', 'http://', 'tel:', '2026-', 'one '],
  ['19-', '1 000', '01.2019-', 'ISO 27001/', '<a', '\\u00', 'mail ', 'a,', '00', '.com', '[::'],
].flat();

test.each([
  ['address', 1 / 5, (text: string) => canonicalUrl(withScheme(text))],
  ['moment', 1 / 10, canonicalDateTime],
])('a canonical %s stays as it is, and no text makes its canonicaliser throw', (_, part, form) => {
  expectProperty(
    part,
    fc.property(anyString, (text) => {
      const canonical = form(text);
      return canonical === '' || form(canonical) === canonical;
    }),
  );
});

test('a moment is the same in every offset', () => {
  expectProperty(
    1 / 10,
    fc.property(moment, fc.integer({ min: -11, max: 11 }), (text, hours) => {
      const offset = `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
      const there = new Date(Date.parse(text) + hours * 3_600_000);
      if (!/^\d{4}-/u.test(there.toISOString())) return true;
      return canonicalDateTime(there.toISOString().replace('Z', offset)) === text;
    }),
  );
});

test('a text is a contact or none, and the same the second time', () => {
  expectProperty(
    1 / 10,
    fc.property(anyString, (text) => looksLikeContact(text) === looksLikeContact(text)),
  );
});

test('a plain address is a contact, wherever it is between words', () => {
  const word = fc.stringMatching(/^[A-Za-z]{1,8}$/u);
  const address = fc.tuple(word, word).map(([local, domain]) => `${local}@${domain}.example.org`);
  expectProperty(
    1 / 10,
    fc.property(fc.array(word), address, fc.array(word), (before, planted, after) =>
      looksLikeContact([...before, planted, ...after].join(' ')),
    ),
  );
});

test.each(PARTS)('200 KB of %j are read to their end by all of them', (part) => {
  const text = part.repeat(LONG / part.length);

  expect(looksLikeContact(`${text}@`)).toEqual(expect.any(Boolean));
  expect(canonicalUrl(withScheme(`${text}!`))).toEqual(expect.any(String));
  expect(canonicalUrl(`https://example.com/${text}`)).toEqual(expect.any(String));
  expect(canonicalDateTime(text)).toBe('');
});
