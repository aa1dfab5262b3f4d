import { directories } from '../../contract/directories.ts';
import { type Checked, checkList, checkRecords } from '../../lambda/directory/check.ts';
import { type Failure, failureOf } from '../../lambda/directory/failure.ts';
import { founder, many, startup, uuidOf } from '../support/records/records.ts';

const { startups, founders, jobs } = directories;

function checkedStartup(fields: Record<string, unknown>): Checked {
  return checkRecords(startups, [{ ...startup(1), ...fields }]);
}

describe('a record', () => {
  it.each<[string, unknown]>([
    ['satisfies the contract', startup(1)],
    ['has a column that the contract does not know', { ...startup(1), email: 'ada@example.com' }],
    ['has its columns in another order', reversed(startup(1))],
    ['has a website without a scheme', startup(1, { website_url: 'startup.example.com' })],
    [
      'has a key named __proto__',
      JSON.parse(JSON.stringify(startup(1)).replace('{', '{"__proto__":{"blurb":"polluted"},')),
    ],
  ])('that %s is published in the form of the contract', (_, row) => {
    const checked = checkRecords(startups, [row]);

    expect(checked).toEqual({ records: [startup(1)], leftOut: [], setToNull: [] });
    expect(Object.keys(checked.records[0] ?? {})).toEqual(Object.keys(startup(1)));
    expect({}).not.toHaveProperty('blurb');
  });

  it.each([
    ['website_url', 'javascript:alert(1)'],
    ['logo_url', 'data:image/png;base64,AAAA'],
    ['linkedin_url', 'https://user:secret@example.com/'],
    ['blurb', 7],
    ['description', ['text']],
    ['created_at', '10000-01-01T00:00:00Z'],
    ['created_at', 'infinity'],
  ])('has a bad %s set to null, which is reported without its value', (field, value) => {
    const checked = checkedStartup({ [field]: value, email: 'not of the contract' });

    expect(checked.records).toEqual([{ ...startup(1), [field]: null }]);
    expect(checked.setToNull).toEqual([{ id: uuidOf(1), field }]);
    expect(checked.leftOut).toEqual([]);
  });

  it.each([
    ['id', 'not-a-uuid', 'unknown'],
    ['slug', 'not url safe', uuidOf(1)],
    ['slug', undefined, uuidOf(1)],
    ['name', ' ', uuidOf(1)],
    ['industry', null, uuidOf(1)],
    ['open_jobs_count', '3', uuidOf(1)],
    ['enrollments', {}, uuidOf(1)],
    ['enrollments', ['text'], uuidOf(1)],
    ['industry', [{}], uuidOf(1)],
  ])('with a bad %s (%p) is left out', (field, value, id) => {
    const checked = checkedStartup({ [field]: value });

    expect(checked.records).toEqual([]);
    expect(checked.leftOut).toEqual([{ id, field }]);
  });

  it.each([null, 'text', 7, [], undefined])('that is no object is left out: %p', (row) => {
    expect(checkRecords(startups, [row]).leftOut).toEqual([{ id: 'unknown', field: 'record' }]);
  });

  it.each([
    ['status', ' '],
    ['accepted_date', 'infinity'],
    ['ended_date', '2025-02-30'],
    ['program_name', '\u00a0'],
    ['cohort_name', ''],
  ])('keeps an enrollment whose %s is bad, without it', (field, value) => {
    const [enrollment] = startup(1).enrollments;
    const checked = checkedStartup({ enrollments: [{ ...enrollment, [field]: value }] });

    expect(checked.records).toMatchObject([{ enrollments: [{ ...enrollment, [field]: null }] }]);
    expect(checked.setToNull).toEqual([{ id: uuidOf(1), field: `enrollments.${field}` }]);
    expect(checked.leftOut).toEqual([]);
  });

  it('is left out for an enrollment that lacks what it must have', () => {
    const [enrollment] = startup(1).enrollments;
    const checked = checkedStartup({ enrollments: [{ ...enrollment, graduated: null }] });

    expect(checked.leftOut).toEqual([{ id: uuidOf(1), field: 'enrollments.graduated' }]);
  });
});

function reversed(record: object): object {
  return Object.fromEntries(Object.entries(record).toReversed());
}

describe('a founder', () => {
  it.each(['job_title', 'linkedin_url', 'avatar_url'])(
    'loses a %s that holds an e-mail address',
    (field) => {
      const url = 'https://example.com/?mail=ada@example.com';
      const value = field === 'job_title' ? 'write to ada@example.com' : url;

      const { records } = checkRecords(founders, [{ ...founder(1), [field]: value }]);

      expect(records).toEqual([{ ...founder(1), [field]: null }]);
    },
  );

  it.each(['first_name', 'last_name', 'startup_slug', 'id', 'startup_id'])(
    'is left out with an e-mail address as %s',
    (field) => {
      const row = { ...founder(1), [field]: 'ada@example.com' };

      expect(checkRecords(founders, [row]).records).toEqual([]);
    },
  );

  it.each(['first_name', 'last_name'])('may have one name: %s may be empty', (field) => {
    const { records, leftOut } = checkRecords(founders, [founder(1, { [field]: '\u00A0' })]);

    expect({ records, leftOut }).toEqual({ records: [founder(1, { [field]: '' })], leftOut: [] });
  });

  it('without any name is left out, also where another field had to be set to null', () => {
    const none = { first_name: '', last_name: ' ' };
    const { leftOut } = checkRecords(founders, [
      founder(1, none),
      founder(2, { ...none, avatar_url: 'n.a.' }),
    ]);

    expect(leftOut).toEqual([
      { id: uuidOf(1), field: 'first_name' },
      { id: uuidOf(2), field: 'first_name' },
    ]);
  });
});

describe('a list', () => {
  const good = (count: number): Checked => checkRecords(startups, many(count, startup));

  /** Why the list is refused; `undefined` where it is published. */
  const refusalOf = (
    checked: Checked,
    recordsBefore?: number,
    directory: typeof startups | typeof jobs = startups,
  ): Failure | undefined => {
    try {
      checkList(directory, checked, recordsBefore);
      return undefined;
    } catch (error) {
      return failureOf(error);
    }
  };

  const refused = { kind: 'defect', name: 'ListRefused' };

  it('is published with one bad record, however short it is', () => {
    const checked = checkRecords(startups, [startup(1), { ...startup(2), name: null }]);

    expect(refusalOf(checked)).toBeUndefined();
  });

  it('is published with a tenth of its records bad, and refused with one more', () => {
    const checked = (bad: number) =>
      checkRecords(
        startups,
        many(120, (number) => startup(number, number <= bad ? { slug: '' } : {})),
      );

    expect(refusalOf(checked(12))).toBeUndefined();
    // It is no drop, which an operator could accept.
    const reason = '13 of 120 records break the contract';
    expect(refusalOf(checked(13), 240)).toEqual({ ...refused, reason });
  });

  it('with a duplicate id is refused', () => {
    const checked = checkRecords(startups, [startup(1), startup(1, { name: 'Another' })]);

    const reason = 'two records have the same id';
    expect(refusalOf(checked, 120)).toEqual({ ...refused, reason });
  });

  it('with a duplicate slug is published without the later record, which is reported', () => {
    const rows = [startup(1), startup(2, { slug: 'startup-1' }), startup(3)];
    const checked = checkRecords(startups, rows);

    expect(refusalOf(checked)).toBeUndefined();
    expect(checked.records).toEqual([startup(1), startup(3)]);
    expect(checked.leftOut).toEqual([{ id: uuidOf(2), field: 'slug' }]);
  });

  it.each<[number, number | undefined]>([
    [60, 120],
    [0, 10],
    [1, 3],
    [0, 0],
    [0, undefined],
  ])('of %d records is published where it had %p before', (left, before) => {
    expect(refusalOf(good(left), before)).toBeUndefined();
  });

  it.each([
    [59, 120],
    [0, 120],
    [5, 11],
  ])('of %d records is refused as a drop where it had %d before', (left, before) => {
    const reason = `${left} records are left of ${before}`;
    expect(refusalOf(good(left), before)).toEqual({ ...refused, reason, isDrop: true });
  });

  it('of jobs may be empty at any time', () => {
    expect(refusalOf(checkRecords(jobs, []), 40, jobs)).toBeUndefined();
  });
});
