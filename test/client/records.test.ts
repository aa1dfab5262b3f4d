import type * as client from '../../client/src/index.ts';
import { shapes } from '../../client/src/records.ts';
import type { Founder } from '../../contract/founder.ts';
import type { Job } from '../../contract/job.ts';
import type { Enrollment, Startup } from '../../contract/startup.ts';
import { fixtures } from './support/records.ts';
import { list, ScriptedService } from './support/scripted-service.ts';

/** The contract's records as those see them who only read. */
type Read<T> = T extends readonly (infer Item)[]
  ? readonly Read<Item>[]
  : T extends object
    ? { readonly [Field in keyof T]: Read<T[Field]> }
    : T;

type Same<A, B> = [A, B] extends [B, A] ? true : never;

it('the client has the types of the contract, or the compiler refuses this', () => {
  expect([
    true satisfies Same<client.Startup, Read<Startup>>,
    true satisfies Same<client.Enrollment, Read<Enrollment>>,
    true satisfies Same<client.Founder, Read<Founder>>,
    true satisfies Same<client.Job, Read<Job>>,
  ]).not.toContain(false);
});

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
async function checked(kind: Sample, ...records: unknown[]): Promise<client.List<unknown>> {
  const { client } = new ScriptedService([list(records)]);
  if (kind === 'Founder') return client.founders();
  return kind === 'Job' ? client.jobs() : client.startups();
}

describe.each(Object.keys(samples) as Sample[])('a field of %s', (kind) => {
  /** The places of the problems with a record in which one field has another value. */
  async function problemsWith(field: string, value: unknown): Promise<string[]> {
    const record = { ...samples[kind], [field]: value };
    const { records, problems } = await checked(
      kind,
      kind === 'Enrollment'
        ? { ...startup, enrollments: [startup?.enrollments[0], record] }
        : record,
    );
    expect(records).toHaveLength(problems.length === 0 ? 1 : 0);
    return problems.map(({ field: place }) => place.replace(/^enrollments\[1\]\./u, ''));
  }

  test.each(Object.entries<string>(shapes[kind]))('%s is %s', async (field, expected) => {
    const values = { string: 'a', integer: 3, boolean: true, null: null, fraction: 1.5 };
    for (const [type, value] of Object.entries(values)) {
      const fits = expected.split(' or ').includes(type);
      expect([type, await problemsWith(field, value)]).toEqual([type, fits ? [] : [field]]);
    }
    expect(await problemsWith(field, undefined)).toEqual([field]);
  });

  it('may be one that is not known', async () => {
    expect(await problemsWith('added_later', { a: [1] })).toEqual([]);
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

    const { records, problems } = await checked(
      'Startup',
      ...bad.flatMap((each) => [startup, each]),
    );

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
    const { records, problems } = await checked('Job', item, job);

    expect(records).toStrictEqual([job]);
    expect(problems).toStrictEqual([{ index: 0, id: undefined, field: '', expected: 'Job' }]);
  });

  it('cannot be changed by one of its callers, to the bottom', async () => {
    const whole = await checked('Startup', { ...startup, added_later: { tags: ['a'] } });
    const [record] = whole.records as [
      { enrollments: { status: string }[]; added_later: { tags: string[] } },
    ];

    for (const change of [
      () => record.enrollments.pop(),
      () => Object.assign(record.enrollments[0] ?? {}, { status: 'x' }),
      () => record.added_later.tags.push('b'),
      () => Object.assign(whole, { source: 'kept' }),
      () => Object.assign(whole.records, { 0: {} }),
      () => Object.assign(whole.problems, { 0: {} }),
    ]) {
      expect(change).toThrow(TypeError);
    }
  });
});
