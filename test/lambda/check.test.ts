import { directories } from '../../contract/directories.ts';
import { type Checked, checkList, checkRecords } from '../../lambda/directory/check.ts';
import { type Failure, failureOf } from '../../lambda/directory/failure.ts';
import { founder, many, startup, uuidOf } from '../support/records.ts';

const { startups, founders } = directories;
const [enrollment] = startup(1).enrollments;

function checkedStartup(fields: Record<string, unknown>): Checked {
  return checkRecords(startups, [{ ...startup(1), ...fields }]);
}

function reversed(record: object): object {
  return Object.fromEntries(Object.entries(record).toReversed());
}

describe('a record', () => {
  it.each<[string, unknown]>([
    ['satisfies the contract', startup(1)],
    ['has a column that is not in the contract', { ...startup(1), email: 'ada@example.com' }],
    ['has its columns in another order', reversed(startup(1))],
    ['has a website without a scheme', startup(1, { website_url: 'startup.example.com' })],
    [
      'has a key named __proto__',
      JSON.parse(JSON.stringify(startup(1)).replace('{', '{"__proto__":{"blurb":"polluted"},')),
    ],
  ])('is published in canonical form if it %s', (_, row) => {
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
    ['blurb', undefined],
    ['description', ['text']],
    ['created_at', 'infinity'],
  ])('gets null for a bad %s, and the report does not contain the value', (field, value) => {
    expect(checkedStartup({ [field]: value, email: 'not of the contract' })).toEqual({
      records: [{ ...startup(1), [field]: null }],
      leftOut: [],
      setToNull: [{ id: uuidOf(1), field }],
    });
  });

  it('gets null in place of each bad nullable value, also in several enrollments', () => {
    const bad = [
      { ...enrollment, accepted_date: 'infinity', cohort_name: 1 },
      { ...enrollment, cohort_name: 2 },
    ];
    const { records, leftOut, setToNull } = checkedStartup({ blurb: 7, enrollments: bad });

    const good = [{ ...enrollment, accepted_date: null, cohort_name: null }, { ...enrollment, cohort_name: null }]; // prettier-ignore
    expect(records).toEqual([{ ...startup(1), blurb: null, enrollments: good }]);
    expect(leftOut).toEqual([]);
    expect(setToNull.map(({ field }) => field)).toEqual([
      'enrollments.accepted_date',
      'enrollments.cohort_name',
      'enrollments.cohort_name',
      'blurb',
    ]);
  });

  it.each([
    ['id', 'not-a-uuid', 'id'],
    ['slug', 'not url safe', 'slug'],
    ['slug', undefined, 'slug'],
    ['name', ' ', 'name'],
    ['industry', null, 'industry'],
    ['industry', [{}, 7], 'industry'],
    ['open_jobs_count', '3', 'open_jobs_count'],
    ['enrollments', {}, 'enrollments'],
    ['enrollments', ['text'], 'enrollments'],
    ['enrollments', [{ ...enrollment, graduated: null }], 'enrollments.graduated'],
  ])('is left out if its %s is bad (%p), and the report names %s', (field, value, named) => {
    const { records, leftOut, setToNull } = checkedStartup({ [field]: value, blurb: 7 });

    const id = field === 'id' ? 'unknown' : uuidOf(1);
    expect({ records, leftOut, setToNull }).toEqual({
      records: [],
      leftOut: [{ id, field: named }],
      setToNull: [],
    });
  });

  it.each([null, 'text', 7, undefined])('is left out if it is not an object: %p', (row) => {
    expect(checkRecords(startups, [row]).leftOut).toEqual([{ id: 'unknown', field: 'record' }]);
  });

  it('is left out if one of its values is nested very deeply, but the other records are published', () => {
    const depth = 20_000;
    const industry: unknown = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

    expect(checkRecords(startups, [startup(1), { ...startup(2), industry }])).toMatchObject({
      records: [startup(1)],
      leftOut: [{ id: uuidOf(2), field: 'industry' }],
    });
  });
});

describe('a founder', () => {
  it.each(['first_name', 'last_name'])('needs only one name, so %s can be empty', (field) => {
    const { records, leftOut } = checkRecords(founders, [founder(1, { [field]: '\u00A0' })]);

    expect({ records, leftOut }).toEqual({ records: [founder(1, { [field]: '' })], leftOut: [] });
  });

  it.each([{}, { avatar_url: 'n.a.' }, { avatar_url: 7 }])(
    'without a name is left out, regardless of its other fields: %p',
    (fields) => {
      const row = { ...founder(1), first_name: '', last_name: ' ', ...fields };

      expect(checkRecords(founders, [row]).leftOut).toEqual([
        { id: uuidOf(1), field: 'first_name' },
      ]);
    },
  );
});

describe('a list', () => {
  /** Returns why the list is refused, or `undefined` if it is published. */
  const refusalOf = (
    directory: typeof startups | typeof founders,
    rows: readonly unknown[],
    recordsBefore?: number,
  ): Failure | undefined => {
    try {
      const { records, leftOut } = checkRecords(directory, rows);
      const gate = { recordsBefore, isStoreUnreachable: recordsBefore === undefined };
      checkList(directory, { records: records.length, leftOut }, gate);
      return undefined;
    } catch (error) {
      return failureOf(error);
    }
  };

  const refused = { kind: 'defect', name: 'ListRefused' };

  it('is published if a tenth of its records are bad, and refused if one more is bad', () => {
    const rows = (bad: number) =>
      many(120, (number) => startup(number, number <= bad ? { slug: '' } : {}));

    expect(refusalOf(startups, rows(12))).toBeUndefined();
    // The reason is not the drop: even if an operator accepted the drop, the list would be refused.
    const reason = '13 of 120 records break the contract';
    expect(refusalOf(startups, rows(13), 240)).toEqual({ ...refused, reason });
  });

  it.each([2, 9, 15])(
    'of 16 founders is published without the %d founders with contact details in their names',
    (typed) => {
      const rows = many(16, (number) =>
        founder(number, number <= typed ? { last_name: 'jane@acme.io' } : {}),
      );

      expect(refusalOf(founders, rows, 16)).toBeUndefined();
      // Founders who are left out because of contact details do not count as bad, unless no founder remains.
      const bad = (count: number) => many(count, (number) => ({ id: uuidOf(100 + number) }));
      expect(refusalOf(founders, [...rows, ...bad(1)], 16)).toBeUndefined();
      const reason = '2 of 18 records break the contract';
      expect(refusalOf(founders, [...rows, ...bad(2)], 16)).toEqual({ ...refused, reason });
    },
  );

  it('of several founders is refused if each of them has contact details in a name', () => {
    const rows = many(3, (number) => founder(number, { last_name: 'jane@acme.io' }));

    const reason = '3 of 3 records break the contract';
    expect(refusalOf(founders, rows, 3)).toEqual({ ...refused, reason });
    expect(refusalOf(founders, rows.slice(0, 1), 3)).toBeUndefined();
  });

  it.each([1, 2])('is refused if id %d occurs twice, even if a slug occurs twice too', (number) => {
    const reason = 'two records have the same id';
    const rows = [startup(1), startup(number, { slug: 'startup-1' }), startup(2)];
    expect(refusalOf(startups, rows, 120)).toEqual({ ...refused, reason });
  });

  it('with a duplicate slug is published without the later record, which is reported', () => {
    const rows = [startup(1), startup(2, { slug: 'startup-1' }), startup(3)];

    expect(checkRecords(startups, rows)).toEqual({
      records: [startup(1), startup(3)],
      leftOut: [{ id: uuidOf(2), field: 'slug' }],
      setToNull: [],
    });
  });

  it('is refused if it is empty while the store is unreachable', () => {
    const reason = 'the list is empty, and its last-good copy is unreachable';
    expect(refusalOf(startups, [])).toEqual({ ...refused, reason });
  });
});
