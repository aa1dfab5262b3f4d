/**
 * Tests properties of generated strings and records. `PROPERTY_RUNS` scales the number of runs of each property. A failure
 * prints fast-check's seed and path. To repeat it, run `PROPERTY_SEED=… PROPERTY_PATH=… npx jest test/properties -t '…'`.
 */

import * as fc from 'fast-check';

import { looksLikeContact } from '../../contract/contact.ts';
import { allDirectories, type Directory, type DirectoryName } from '../../contract/directories.ts';
import { canonicalDateTime, canonicalUrl, withScheme } from '../../contract/fields.ts';
import { checkRecords } from '../../lambda/directory/check.ts';
import { againstSchema, described } from '../support/published.ts';
import { broken, conforming, moment } from './generated.ts';

const FIXED_SEED = 20_261_120;

const { PROPERTY_RUNS = 1000, PROPERTY_SEED = FIXED_SEED, PROPERTY_PATH } = process.env;

fc.configureGlobal({
  seed: Number(PROPERTY_SEED),
  ...(PROPERTY_PATH !== undefined && { path: PROPERTY_PATH }),
});

/** This timeout is long enough for a million runs on a busy machine. */
jest.setTimeout(30 * 60_000);

const SAFE_FOR_HREF = /^https?:\/\/[^/?#@\s"<>\\]+[/?#][!#-;=?-[\]_a-z~]*$/u;

/** Values for each part of a URL. The first value of each part is harmless. The others are unusual or harmful. */
// prettier-ignore
const parts = [
  ['https:', 'http:', 'HTTPS:', 'javascript:', 'data:', 'java\tscript:', '\u0001https:', 'https&colon;', ''],
  ['//', '/', '///', '\\\\', '/\t/', ''],
  ['', 'me:secret@', '@', 'a%40b@'],
  ['example.com', 'EXAMPLE.com.', 'münchen.example', '[::1]', '0x7f.1', '<script>', 'exam ple.com', '\u202E.com'],
  ['', ':443', ':99999', ':a'],
  ['/', '/a/../..', '/"><script>alert(1)</script>', `/'onload='x`, '/%zz', '/\r\nSet-Cookie: x', '/\uD83D', 'alert(1)'],
  ['', '?a=b', '?"><svg/onload=x>', '?a[]=<>', '?\u2028'],
  ['', '#a', '#<b>', '#`', '#a#b', 'x'.repeat(5000)],
] as const;
const anyAddress = fc
  .tuple(
    ...parts.map(([harmless, ...others]) =>
      fc.option(fc.constantFrom(...others), { nil: harmless }),
    ),
  )
  .map((chosen) => chosen.join(''));

const anyString = fc.oneof(
  anyAddress,
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom('\uD800', '\uDC00', '%', '&', '#', 'x', '4', '0', ';', '\\') }),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  moment,
);

describe('for generated strings,', () => {
  test.each([
    ['URL', 1 / 5, (text: string) => canonicalUrl(withScheme(text))],
    ['date-time', 1 / 10, canonicalDateTime],
  ])('the conversion to a canonical %s never throws, and is idempotent', (_, part, form) => {
    expectProperty(part, anyString, (text) => {
      const canonical = form(text);
      return canonical === '' || form(canonical) === canonical;
    });
  });

  test('a served URL is safe in an href attribute', () => {
    expectProperty(1 / 5, anyAddress, (text) => {
      const served = canonicalUrl(withScheme(text));
      return served === '' || (SAFE_FOR_HREF.test(served) && new URL(served).href === served);
    });
  });

  test('a plain e-mail address counts as a contact, regardless of the words around it', () => {
    const word = fc.stringMatching(/^[A-Za-z]{1,8}$/u);
    const address = fc.tuple(word, word).map(([local, domain]) => `${local}@${domain}.example.org`);
    const texts = fc.tuple(fc.array(word), address, fc.array(word));
    expectProperty(1 / 10, texts, ([before, planted, after]) =>
      looksLikeContact([...before, planted, ...after].join(' ')),
    );
  });
});

describe.each(allDirectories)('in the list of $name,', (directory) => {
  test('a record that satisfies the contract passes the check unchanged, even with its columns in reverse order', () => {
    expectProperty(1 / 12, conforming(directory), (record) => {
      const columns = Object.entries({ ...record, other: 'x' });
      const checked = checkRecords(directory, [Object.fromEntries(columns.toReversed())]);
      return isSame(checked, { records: [record], leftOut: [], setToNull: [] });
    });
  });

  test.each([
    ['a record with one arbitrary value', 1 / 6, broken(directory)],
    ['an arbitrary value', 1 / 12, fc.jsonValue({ maxDepth: 2 })],
  ])('%s is corrected to satisfy the contract, or left out', (_, part, values) => {
    expectProperty<unknown>(part, values, (value) => flawsAfterCheck(directory, value));
  });
});

/**
 * Expects a property to hold for generated values.
 *
 * @param part - the number of runs, as a fraction of `PROPERTY_RUNS`.
 * @param holds - checks one value. Returns either a boolean or a list of flaws. The property holds if the result is `true` or
 * an empty list. This function must not use `expect`, because `expect` would take most of the time of a long run.
 */
function expectProperty<T>(
  part: number,
  values: fc.Arbitrary<T>,
  holds: (value: T) => boolean | readonly unknown[],
): void {
  const property = fc.property(values, (value) => {
    const result = holds(value);
    if (result !== true && result !== false && result.length > 0) throw new Error(JSON.stringify(result)); // prettier-ignore
    return result !== false;
  });
  fc.assert(property, { numRuns: Math.ceil(Number(PROPERTY_RUNS) * part) });
}

function flawsAfterCheck(directory: Directory, row: unknown): readonly unknown[] {
  const { records, leftOut, setToNull } = checkRecords(directory, [row]);
  const again = checkRecords(directory, records);
  return [
    ...departures(directory.name, records),
    ...(records.length + leftOut.length === 1 ? [] : [{ leftOut }]),
    ...(leftOut.length > 0 ? setToNull : []),
    ...(isSame(again, { records, leftOut: [], setToNull: [] }) ? [] : [again]),
  ];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns a description of each place where a list violates its published schema. */
function departures(name: DirectoryName, list: unknown): string[] {
  const schema = described(`/${name}`, '200').content?.['application/json']?.schema;
  if (schema === undefined) throw new Error(`docs/openapi.json does not describe ${name}`);
  return againstSchema(schema, list, name);
}
