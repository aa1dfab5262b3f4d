/** Valid and invalid records. Their fields come from the published OpenAPI description, not from the contract's code. */

import * as fc from 'fast-check';

import { looksLikeContact } from '../../contract/contact.ts';
import type { Directory } from '../../contract/directories.ts';
import { titleOf } from '../../site/openapi/description.ts';
import { published, type Schema } from '../support/published.ts';

const YEAR_1 = new Date('0001-01-01T00:00:00.000Z');
const YEAR_9999 = new Date('9999-12-31T23:59:59.999Z');

/** Matches flaws that `new URL` does not correct: characters that RFC 3986 forbids, and an empty query or fragment. */
const NOT_CANONICAL = /["<>[\\\]^`{|}]|%(?![\da-f]{2})|#.*#|[?#]$|\?#/iu;

const SLUG_CHARACTERS = 'abcdefghijklmnopqrstuvwxyzABCXYZ0123456789._~-'.split('');

const anyText = fc
  .oneof(
    { weight: 3, arbitrary: fc.string({ maxLength: 30 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme-composite', maxLength: 10 }) },
  )
  .map((text) => text.trim());

const anyName = anyText.filter((text) => /\S/u.test(text));

const uuid = fc.uuid();

const slug = fc
  .string({ unit: fc.constantFrom(...SLUG_CHARACTERS), minLength: 1, maxLength: 12 })
  .filter((text) => text !== '.' && text !== '..');

const count = fc.oneof(fc.nat(), fc.maxSafeNat());

export const moment = fc
  .date({ min: YEAR_1, max: YEAR_9999, noInvalidDate: true })
  .map((date) => date.toISOString());

const day = moment.map((text) => text.slice(0, 10));

const address = fc
  .webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true, withFragments: true })
  .map((text) => new URL(text).href)
  .filter((text) => !NOT_CANONICAL.test(text) && !text.includes('@'));

const PEOPLE = ['Ada', 'José María', 'Nguyễn', "O'Neill", 'Anne-Marie', '李', 'X Æ A-12', 'Müller'];
const ROLES = ['CEO', 'Co-founder @ Acme', 'VP Eng. (EMEA/APAC)', '24/7/365 Support', 'C++/C#'];

/** Strings for the names and job titles of founders. None of these strings looks like a contact. */
const harmlessName = fc
  .oneof(fc.constantFrom(...PEOPLE, ...ROLES), fc.string({ minLength: 1, maxLength: 12 }))
  .map((text) => text.trim())
  .filter((text) => text !== '' && !looksLikeContact(text));

const harmlessAddress = fc
  .oneof(
    slug.map((word) => `https://www.linkedin.com/in/${word}`),
    uuid.map((id) => `https://assets.example.com/avatars/${id}@2x.png`),
    address,
  )
  .filter((text) => !looksLikeContact(text) && new URL(text).href === text);

type GeneratedRecord = Readonly<Record<string, unknown>>;

export function conforming({ record }: Directory): fc.Arbitrary<GeneratedRecord> {
  return recordOf(titleOf(record));
}

function recordOf(name: string): fc.Arbitrary<GeneratedRecord> {
  const properties = Object.entries(published.components.schemas[name]?.['properties'] ?? {});
  // A string that a founder has typed must not look like a contact.
  const isTyped = (field: string) => name === 'Founder' && !/^startup_|id$/u.test(field);
  return fc.record(
    Object.fromEntries(
      properties.map(([field, schema]) => [field, valueOf(schema as Schema, isTyped(field))]),
    ),
  );
}

function valueOf(
  { $ref, type, format, pattern, items }: Schema,
  isTyped: boolean,
): fc.Arbitrary<unknown> {
  if (typeof $ref === 'string') return recordOf($ref.replace('#/components/schemas/', ''));
  if (Array.isArray(type)) {
    return fc.option(valueOf({ type: type[0] as unknown, format, pattern }, isTyped), {
      nil: null,
    });
  }
  if (type === 'array') return fc.array(valueOf(items as Schema, isTyped), { maxLength: 3 });
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return count;
  if (format === 'uri') return isTyped ? harmlessAddress : address;
  if (isTyped) return harmlessName;
  const formats = { uuid, date: day, 'date-time': moment };
  if (typeof format === 'string') return formats[format as keyof typeof formats];
  return pattern === undefined || pattern === '\\S' ? anyName : slug;
}

/** Values that are almost valid for some field. */
const TEMPTING: readonly unknown[] = [
  ['', ' ', '.', '..', 'a b'],
  ['javascript:alert(1)', 'example.com', 'https://me:secret@example.com/', 'https://EXAMPLE.com'],
  ['https://example.com/"><script>', 'ftp://example.com/'],
  ['2026-02-30', '2026-02-30T00:00:00Z', '2026-11-20 08:00:00', '2026-11-20T08:00:00+01:00'],
  ['0000-00-00', 'Infinity'],
  ['ada@example.org', 'mailto:ada', '+1 202-555-0143'],
  ['00000000-0000-4000-8000-00000000000', '\u0000', '\u2028', '<script>alert(1)</script>'],
  [-1, 1.5, 2 ** 53, 1e308, [null], [[]], [{}], {}],
].flat();

/** Values to replace a field with. `undefined` removes the field. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...TEMPTING, undefined),
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary' }),
);

/** Generates records in which one value is missing or replaced by an arbitrary value. All other values are valid. */
export function broken(directory: Directory): fc.Arbitrary<GeneratedRecord> {
  return fc
    .tuple(conforming(directory), fc.nat(), anything)
    .map(([record, nth, value]) => replaced(record, nth, value));
}

function replaced(record: GeneratedRecord, nth: number, value: unknown): GeneratedRecord {
  const names = Object.keys(record);
  const name = names[nth % names.length] ?? '';
  const { [name]: before, ...others } = record;
  if (value === undefined) return others;
  const first: unknown = Array.isArray(before) ? before[0] : undefined;
  // If the field contains enrollments, half of the cases change a value in an enrollment.
  const rest = Math.floor(nth / names.length);
  if (typeof first === 'object' && first !== null && rest % 2 === 0) {
    return { ...record, [name]: [replaced({ ...first }, rest >> 1, value)] };
  }
  return { ...record, [name]: value };
}
