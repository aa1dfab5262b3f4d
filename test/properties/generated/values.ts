/** Values that a record may hold, in the one form in which they are served. */

import * as fc from 'fast-check';

import { looksLikeContact } from '../../../contract/contact.ts';

const YEAR_1 = new Date('0001-01-01T00:00:00.000Z');
const YEAR_9999 = new Date('9999-12-31T23:59:59.999Z');

/** `new URL` leaves what RFC 3986 does not allow, and an empty query or fragment. */
const NOT_CANONICAL = /["<>[\\\]^`{|}]|%(?![\da-f]{2})|#.*#|[?#]$|\?#/iu;

const SLUG_CHARACTERS = 'abcdefghijklmnopqrstuvwxyzABCXYZ0123456789._~-'.split('');

export const anyText = fc
  .oneof(
    { weight: 3, arbitrary: fc.string({ maxLength: 30 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme-composite', maxLength: 10 }) },
  )
  .map((text) => text.trim());

export const anyName = anyText.filter((text) => /\S/u.test(text));

export const uuid = fc.uuid();

export const slug = fc
  .string({
    unit: fc.constantFrom(...SLUG_CHARACTERS),
    minLength: 1,
    maxLength: 12,
  })
  .filter((text) => text !== '.' && text !== '..');

export const count = fc.oneof(fc.nat(), fc.maxSafeNat());

export const moment = fc
  .date({ min: YEAR_1, max: YEAR_9999, noInvalidDate: true })
  .map((date) => date.toISOString());

export const day = moment.map((text) => text.slice(0, 10));

export const address = fc
  .webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true, withFragments: true })
  .map((text) => new URL(text).href)
  .filter((text) => !NOT_CANONICAL.test(text) && !text.includes('@'));

export const texts = fc.array(anyText, { maxLength: 3 });

const PEOPLE = ['Ada', 'José María', 'Nguyễn', "O'Neill", 'Anne-Marie', '李', 'X Æ A-12', 'Müller'];
const ROLES = ['CEO', 'Co-founder @ Acme', 'VP Eng. (EMEA/APAC)', '24/7/365 Support', 'C++/C#'];

/** What a founder may be called: nothing in which anyone could see a contact. */
export const harmlessName = fc
  .oneof(fc.constantFrom(...PEOPLE, ...ROLES), fc.string({ minLength: 1, maxLength: 12 }))
  .map((text) => text.trim())
  .filter((text) => text !== '' && !looksLikeContact(text));

export const harmlessAddress = fc
  .oneof(
    slug.map((word) => `https://www.linkedin.com/in/${word}`),
    uuid.map((id) => `https://assets.example.com/avatars/${id}@2x.png`),
    address,
  )
  .filter((text) => !looksLikeContact(text) && new URL(text).href === text);

export function orNull<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.option(arbitrary, { nil: null });
}
