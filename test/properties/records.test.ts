import fc from 'fast-check';

import { allDirectories, type Directory } from '../../contract/directories.ts';
import { etagOf } from '../../contract/etag.ts';
import { checkRecords } from '../../lambda/directory/check.ts';
import { makeSnapshot } from '../../lambda/directory/snapshot.ts';
import { broken } from './generated/broken-records.ts';
import { conforming, type GeneratedRecord } from './generated/records.ts';
import { LONGEST_RUN_MS, runsFor } from './generated/runs.ts';
import { departures } from './published-schema.ts';
import { publishes } from './publishes.ts';

/** Of all the records that are generated, for one property and one directory. */
const SIXTH = 1 / 6;
const TWELFTH = 1 / 12;

let generated = 0;
afterAll(() => {
  process.stdout.write(`${generated.toLocaleString('en')} records were generated\n`);
});

describe.each(allDirectories)('of $name', (directory) => {
  test(
    'a record that satisfies the contract passes untouched, whatever the order of its columns',
    () => {
      fc.assert(
        fc.property(counted(conforming[directory.name]), (record) => {
          expectUntouched(directory, record);
          expectUntouched(directory, record, Object.entries(record).toReversed());
        }),
        runsFor(TWELFTH),
      );
    },
    LONGEST_RUN_MS,
  );

  test(
    'a record with one value that may be anything is mended to one that satisfies the contract, or left out',
    () => {
      fc.assert(
        fc.property(counted(broken(directory.name)), (record) => {
          expectPublishable(directory, record);
        }),
        runsFor(SIXTH),
      );
    },
    LONGEST_RUN_MS,
  );

  test(
    'any value at all throws nothing, and nothing comes of it that breaks the contract',
    () => {
      fc.assert(
        fc.property(counted(fc.jsonValue({ maxDepth: 2 })), (value) => {
          expectPublishable(directory, value);
        }),
        runsFor(TWELFTH),
      );
    },
    LONGEST_RUN_MS,
  );
});

function counted<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return arbitrary.map((record) => {
    generated += 1;
    return record;
  });
}

function expectUntouched(
  directory: Directory,
  record: GeneratedRecord,
  columns = Object.entries(record),
): void {
  const list = [record];

  const checked = checkRecords(directory, [{ other: 'x', ...Object.fromEntries(columns) }]);

  const served = makeSnapshot(checked.records, 0);
  const expected = makeSnapshot(list, 1);
  if (checked.leftOut.length + checked.setToNull.length > 0) expect(checked).toEqual(list);
  if (!served.body.equals(expected.body)) expect(checked.records).toEqual(list);
  if (etagOf(served.sha256) !== etagOf(expected.sha256)) expect(served).toEqual(expected);
}

/** `expect` is slow: it is asked only where something is wrong. */
function expectPublishable(directory: Directory, row: unknown): void {
  const { records, leftOut, setToNull } = checkRecords(directory, [row]);
  const flaws = [...departures(directory.name, records), ...publishes(directory.name, records)];
  if (flaws.length > 0) expect(flaws).toEqual([]);
  if (records.length + leftOut.length !== 1) expect(leftOut).toHaveLength(1 - records.length);
  if (leftOut.length > 0 && setToNull.length > 0) expect(setToNull).toEqual([]);

  const again = checkRecords(directory, records);
  const isSettled = again.leftOut.length + again.setToNull.length === 0;
  const isSame = JSON.stringify(again.records) === JSON.stringify(records);
  if (!isSettled || !isSame) expect(again).toEqual({ records, leftOut: [], setToNull: [] });
}
