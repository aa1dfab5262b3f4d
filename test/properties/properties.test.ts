/**
 * What must hold of every text, every record and every service of lists. A short run is part of `npm test`, `.ci/check`
 * makes a longer one and `npm run properties` a long one.
 *
 * A failure prints fast-check's seed and path; `PROPERTY_SEED=… PROPERTY_PATH=… npx jest test/properties -t '…'` plays
 * it again.
 */

import * as fc from 'fast-check';

import { makeSnapshot } from '../../lambda/aws/last-good.ts';
import { looksLikeContact } from '../../contract/contact.ts';
import { allDirectories, type Directory } from '../../contract/directories.ts';
import { canonicalDateTime, canonicalUrl, withScheme } from '../../contract/fields.ts';
import { etagOf } from '../../contract/http.ts';
import { checkRecords } from '../../lambda/directory/check.ts';
import { broken } from './generated/broken-records.ts';
import { conforming, type GeneratedRecord, moment } from './generated/records.ts';
import { departures, harmful } from './independent-rules.ts';

/** Records in all, of the properties that are about what is published. */
const SHORT_RUN = 1000;

const FIXED_SEED = 20_261_120;

const { PROPERTY_RUNS = SHORT_RUN, PROPERTY_SEED = FIXED_SEED, PROPERTY_PATH } = process.env;

fc.configureGlobal({
  seed: Number(PROPERTY_SEED),
  ...(PROPERTY_PATH !== undefined && { path: PROPERTY_PATH }),
});

/** Longer than a long run takes on a busy machine. */
jest.setTimeout(30 * 60_000);

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

/** Twelve times the longest text in which the service looks for a contact. */
const LONG = 50_000;

let generated = 0;
afterAll(() => {
  process.stdout.write(`${generated.toLocaleString('en')} records were generated\n`);
});

describe('of texts', () => {
  test.each([
    ['address', 1 / 5, (text: string) => canonicalUrl(withScheme(text))],
    ['moment', 1 / 10, canonicalDateTime],
  ])(
    'a canonical %s stays as it is, and no text makes its canonicaliser throw',
    (_, part, form) => {
      expectProperty(
        part,
        fc.property(anyString, (text) => {
          const canonical = form(text);
          return canonical === '' || form(canonical) === canonical;
        }),
      );
    },
  );

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

  test.each(PARTS)('50 KB of %j are read to their end by all of them', (part) => {
    const text = part.repeat(LONG / part.length);

    expect(looksLikeContact(`${text}@`)).toEqual(expect.any(Boolean));
    expect(canonicalUrl(withScheme(`${text}!`))).toEqual(expect.any(String));
    expect(canonicalUrl(`https://example.com/${text}`)).toEqual(expect.any(String));
    expect(canonicalDateTime(text)).toBe('');
  });
});

describe.each(allDirectories)('of $name', (directory) => {
  test('a record that satisfies the contract passes untouched, whatever the order of its columns', () => {
    expectProperty(
      1 / 12,
      fc.property(counted(conforming[directory.name]), (record) => {
        expectNone(changesTo(directory, record));
      }),
    );
  });

  test.each([
    ['a record with one value that may be anything', 1 / 6, broken(directory.name)],
    ['any value at all', 1 / 12, fc.jsonValue({ maxDepth: 2 })],
  ])('%s is corrected to what satisfies the contract, or left out', (_, part, values) => {
    expectProperty(
      part,
      fc.property(counted<unknown>(values), (value) => {
        expectNone(flawsAfterCheck(directory, value));
      }),
    );
  });
});

test('a broken record that is published as it is would be seen', () => {
  const [sample] = fc.sample(conforming.founders, { numRuns: 1, seed: 1 });
  const badly = { ...sample, id: 1, job_title: 'ada@example.org', avatar_url: 'javascript:x' };

  expect(departures('founders', [badly])).toEqual([
    'founders/0/id must be string',
    expect.stringContaining('founders/0/avatar_url must match pattern'),
  ]);
  expect(harmful('founders', badly)).toEqual(['job_title', 'avatar_url']);
});

/** @param part - of all the records, from 0 to 1. Every try takes one record. */
function expectProperty<T>(part: number, property: fc.IProperty<T>): void {
  fc.assert(property, { numRuns: Math.ceil(Number(PROPERTY_RUNS) * part) });
}

function counted<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return arbitrary.map((record) => {
    generated += 1;
    return record;
  });
}

/** `expect` would take most of the time of a long run. */
function expectNone(flaws: readonly unknown[]): void {
  if (flaws.length > 0) throw new Error(JSON.stringify(flaws));
}

function changesTo(directory: Directory, record: GeneratedRecord): unknown[] {
  const columns = Object.entries({ ...record, other: 'x' });
  const expected = makeSnapshot([record], 1);
  return [columns, columns.toReversed()].flatMap((each): unknown[] => {
    const { records, leftOut, setToNull } = checkRecords(directory, [Object.fromEntries(each)]);
    const { body, sha256 } = makeSnapshot(records, 0);
    const isSame = body.equals(expected.body) && etagOf(sha256) === etagOf(expected.sha256);
    return [leftOut, setToNull, isSame ? [] : [records]].flat();
  });
}

function flawsAfterCheck(directory: Directory, row: unknown): unknown[] {
  const { records, leftOut, setToNull } = checkRecords(directory, [row]);
  const again = checkRecords(directory, records);
  const isCounted = records.length + leftOut.length === 1;
  const isSettled = JSON.stringify(again.records) === JSON.stringify(records);
  return [
    ...departures(directory.name, records),
    ...harmful(directory.name, records),
    ...(isCounted ? [] : [{ leftOut }]),
    ...(leftOut.length > 0 ? setToNull : []),
    ...(isSettled ? [] : [again.records]),
    ...again.leftOut,
    ...again.setToNull,
  ];
}
