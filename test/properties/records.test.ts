import * as fc from 'fast-check';

import { allDirectories, type Directory } from '../../contract/directories.ts';
import { etagOf } from '../../contract/http.ts';
import { checkRecords } from '../../lambda/directory/check.ts';
import { makeSnapshot } from '../../aws/last-good.ts';
import { expectProperty } from './expect-property.ts';
import { broken } from './generated/broken-records.ts';
import { conforming, type GeneratedRecord } from './generated/records.ts';
import { departures, harmful } from './independent-rules.ts';

let generated = 0;
afterAll(() => {
  process.stdout.write(`${generated.toLocaleString('en')} records were generated\n`);
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
