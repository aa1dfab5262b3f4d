import { recordDescriptions } from '../../tools/openapi/schemas.ts';
import type { List } from '../../client/src/index.ts';
import { fixtures } from './support/records.ts';
import { list, ScriptedService } from './support/scripted-service.ts';

const [startup] = fixtures.startups;
const [job] = fixtures.jobs;
const samples = {
  Startup: startup,
  Founder: fixtures.founders[0],
  Job: job,
  Enrollment: startup?.enrollments[0],
};

type Sample = keyof typeof samples;

/** What the client makes of a list of this kind of record. */
async function checked(kind: Sample, records: readonly unknown[]): Promise<List<unknown>> {
  const { client } = new ScriptedService([list(records)]);
  if (kind === 'Founder') return client.founders();
  return kind === 'Job' ? client.jobs() : client.startups();
}

/** A record in which one field has another value, and its place as a problem names it. */
function recordWith(kind: Sample, field: string, value: unknown) {
  const record = { ...samples[kind], [field]: value };
  return kind === 'Enrollment'
    ? {
        record: { ...startup, enrollments: [samples.Enrollment, record] },
        place: `enrollments[1].${field}`,
      }
    : { record, place: field };
}

describe.each(Object.keys(samples) as Sample[])('a field of %s', (kind) => {
  const { fields = [] } = recordDescriptions().find(({ name }) => name === kind) ?? {};

  it('has the type that is published, and is null only where that is published', async () => {
    const values = { string: 'a', integer: 3, boolean: true, null: null, fraction: 1.5 };
    let count = 0;
    for (const { name, kind: type, isArray, isNullable } of fields) {
      for (const [valueType, value] of Object.entries(values)) {
        const isFine = value === null ? isNullable : !isArray && valueType === type;
        const { record, place } = recordWith(kind, name, value);
        const { problems } = await checked(kind, [record]);
        const found = problems.map(({ field }) => field);
        expect({ place, value, found }).toStrictEqual({
          place,
          value,
          found: isFine ? [] : [place],
        });
        count += 1;
      }
    }
    expect(count).toBe(Object.keys(samples[kind] ?? {}).length * 5);
  });

  it('is never absent', async () => {
    for (const { name } of fields) {
      const { record, place } = recordWith(kind, name, undefined);
      const { records, problems } = await checked(kind, [record]);
      expect([records, problems.map(({ field }) => field)]).toStrictEqual([[], [place]]);
    }
  });

  it('may be one that is not known', async () => {
    const { record } = recordWith(kind, 'added_later', { a: [1] });
    const { records, problems } = await checked(kind, [record]);
    expect([records, problems]).toStrictEqual([[record], []]);
  });
});

describe('a list with bad records', () => {
  it('leaves them out, in place, and says of each what was expected', async () => {
    const bad = [
      { ...startup, name: null },
      { ...startup, industry: ['Health', 7] },
      { ...startup, open_jobs_count: 0.5 },
      { ...startup, blurb: 7 },
      { ...startup, enrollments: [...(startup?.enrollments ?? []), 'none'] },
      { ...startup, enrollments: {} },
    ];
    const served = bad.flatMap((each) => [startup, each]);

    const { records, problems } = await checked('Startup', served);

    const id = startup?.id;
    expect(records).toStrictEqual(bad.map(() => startup));
    expect(problems).toStrictEqual([
      { index: 1, id, field: 'name', expected: 'string' },
      { index: 3, id, field: 'industry[1]', expected: 'string' },
      { index: 5, id, field: 'open_jobs_count', expected: 'integer' },
      { index: 7, id, field: 'blurb', expected: 'string or null' },
      { index: 9, id, field: 'enrollments[2]', expected: 'Enrollment' },
      { index: 11, id, field: 'enrollments', expected: 'array of Enrollment' },
    ]);
  });

  it.each([null, 'text', 7, true, [], [[]]])('leaves out %j, which is no record', async (item) => {
    const { records, problems } = await checked('Job', [item, job]);

    expect(records).toStrictEqual([job]);
    expect(problems).toStrictEqual([{ index: 0, id: undefined, field: '', expected: 'Job' }]);
  });

  it.each([undefined, 7, null])('gives no id where it is %p', async (id) => {
    const { problems } = await checked('Job', [{ ...job, id }]);

    expect(problems).toStrictEqual([{ index: 0, id: undefined, field: 'id', expected: 'string' }]);
  });

  it('cannot be changed by one of its callers, to the bottom', async () => {
    const whole = await checked('Startup', [{ ...startup, added_later: { tags: ['a'] } }]);
    const [record] = whole.records as [
      { enrollments: { status: string }[]; added_later: { tags: string[] } },
    ];

    for (const change of [
      () => Object.assign(record, { name: 'x' }),
      () => record.enrollments.pop(),
      () => Object.assign(record.enrollments[0] ?? {}, { status: 'x' }),
      () => record.added_later.tags.push('b'),
      () => Object.assign(whole, { source: 'kept' }),
      ...[whole.records, whole.problems].map((all) => () => Object.assign(all, { 0: {} })),
    ]) {
      expect(change).toThrow(TypeError);
    }
  });
});
