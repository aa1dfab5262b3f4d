import { directories } from '../../contract/directories.ts';
import { type Checked, checkList, checkRecords } from '../../lambda/directory/check.ts';
import { failureOf, SnapshotRefused } from '../../lambda/directory/failure.ts';
import { founder, many, startup, uuidOf } from '../support/records/records.ts';

const { startups, founders, jobs } = directories;

function checkedStartup(fields: Record<string, unknown>): Checked {
  return checkRecords(startups, [{ ...startup(1), ...fields }]);
}

describe('a record', () => {
  it('passes as it is when it satisfies the contract', () => {
    expect(checkRecords(startups, [startup(1)])).toEqual({
      records: [startup(1)],
      leftOut: [],
      setToNull: [],
    });
  });

  it('loses columns that the contract does not know', () => {
    const { records } = checkedStartup({ email: 'ada@example.com' });

    expect(records).toEqual([startup(1)]);
  });

  it('has its fields in the order of the contract, whatever the order of the columns', () => {
    const reversed = Object.fromEntries(Object.entries(startup(1)).toReversed());

    const { records } = checkRecords(startups, [reversed]);

    expect(Object.keys(records[0] ?? {})).toEqual(Object.keys(startup(1)));
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
    const checked = checkedStartup({ [field]: value });

    expect(checked.records).toEqual([{ ...startup(1), [field]: null }]);
    expect(checked.setToNull).toEqual([{ id: uuidOf(1), field }]);
    expect(checked.leftOut).toEqual([]);
  });

  it.each([
    ['id', 'not-a-uuid', 'unknown'],
    ['slug', 'not url safe', uuidOf(1)],
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

  it('is left out when a required column is missing', () => {
    const { slug: _, ...withoutSlug } = startup(1);

    expect(checkRecords(startups, [withoutSlug]).leftOut).toEqual([
      { id: uuidOf(1), field: 'slug' },
    ]);
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

  it('has a website without a scheme given one', () => {
    const { records, setToNull } = checkedStartup({ website_url: 'startup.example.com' });

    expect(records).toEqual([startup(1, { website_url: 'https://startup.example.com/' })]);
    expect(setToNull).toEqual([]);
  });

  it('with a key named __proto__ changes nothing else', () => {
    const row: unknown = JSON.parse(
      JSON.stringify(startup(1)).replace('{', '{"__proto__":{"blurb":"polluted"},'),
    );

    expect(checkRecords(startups, [row]).records).toEqual([startup(1)]);
    expect({}).not.toHaveProperty('blurb');
  });
});

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

  /** Why the list is refused, or an empty text where it is published. */
  const refusalOf = (checked: Checked, recordsBefore: number | undefined): string => {
    try {
      checkList(startups, checked, recordsBefore);
      return '';
    } catch (error) {
      return error instanceof SnapshotRefused ? error.reason : String(error);
    }
  };

  it('is published with one bad record, however short it is', () => {
    const checked = checkRecords(startups, [startup(1), { ...startup(2), name: null }]);

    expect(() => {
      checkList(startups, checked, undefined);
    }).not.toThrow();
  });

  it('is published with a tenth of its records bad, and refused with one more', () => {
    const rows = (bad: number) =>
      many(120, (number) => startup(number, number <= bad ? { slug: '' } : {}));

    expect(refusalOf(checkRecords(startups, rows(12)), undefined)).toBe('');
    expect(refusalOf(checkRecords(startups, rows(13)), undefined)).toBe(
      '13 of 120 records break the contract',
    );
  });

  it('with a duplicate id is refused', () => {
    const rows = [startup(1), startup(1, { name: 'Another' })];

    expect(refusalOf(checkRecords(startups, rows), undefined)).toBe('two records have the same id');
  });

  it('with a duplicate slug is published without the later record, which is reported', () => {
    const rows = [startup(1), startup(2, { slug: 'startup-1' }), startup(3)];
    const checked = checkRecords(startups, rows);

    expect(refusalOf(checked, undefined)).toBe('');
    expect(checked.records).toEqual([startup(1), startup(3)]);
    expect(checked.leftOut).toEqual([{ id: uuidOf(2), field: 'slug' }]);
  });

  it('is published with half of the records it had, and refused with fewer', () => {
    expect(refusalOf(good(60), 120)).toBe('');
    expect(refusalOf(good(59), 120)).toBe('59 records are left of 120');
    expect(refusalOf(good(0), 120)).toBe('0 records are left of 120');
  });

  it('may lose any of its records where it had ten or fewer', () => {
    expect(refusalOf(good(0), 10)).toBe('');
    expect(refusalOf(good(1), 3)).toBe('');
    expect(refusalOf(good(5), 11)).toBe('5 records are left of 11');
  });

  it('says of a drop, and of no other refusal, that it is one', () => {
    const twice = checkRecords(startups, [startup(1), startup(1)]);
    const bad = checkRecords(startups, [{}, {}]);
    const isDrop = (checked: Checked) => {
      try {
        checkList(startups, checked, 120);
      } catch (error) {
        return [error instanceof SnapshotRefused && error.isDrop, failureOf(error).isDrop];
      }
      throw new Error('it was not refused');
    };

    expect(isDrop(good(59))).toEqual([true, true]);
    expect(isDrop(twice)).toEqual([false, undefined]);
    expect(isDrop(bad)).toEqual([false, undefined]);
  });

  it('may be empty where nothing was before', () => {
    expect(() => {
      checkList(startups, good(0), undefined);
      checkList(startups, good(0), 0);
    }).not.toThrow();
  });

  it('of jobs may be empty at any time', () => {
    expect(() => {
      checkList(jobs, checkRecords(jobs, []), 40);
    }).not.toThrow();
  });
});
