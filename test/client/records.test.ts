import type * as client from '../../client/src/index.ts';
import { fixtures } from './support/package-contents.ts';
import { body, list, ScriptedService } from './support/scripted-service.ts';

const [startup] = fixtures.startups;

/** The list that the client makes of an answer with these startups. */
async function startupsOf(...records: readonly unknown[]): Promise<client.List<client.Startup>> {
  return new ScriptedService([list(records)]).client.startups();
}

describe('a record', () => {
  it('may have null where the contract says so, and fields that are not known', async () => {
    const record = { ...startup, blurb: null, added_later: { a: [1] } };

    expect(await startupsOf(record)).toMatchObject({ records: [record], problems: [] });
  });

  it('may have an unknown field that is nested deeper than the stack', async () => {
    const depth = 200_000;
    const text = JSON.stringify([{ added_later: null, ...startup }]);
    const deep = text.replace('null', `${'['.repeat(depth)}${']'.repeat(depth)}`);

    const { records } = await new ScriptedService([body(deep)]).client.startups();

    expect(records).toMatchObject([{ id: startup?.id }]);
  });

  const { id } = startup ?? {};
  const [enrollment] = startup?.enrollments ?? [];
  it.each([
    [
      { ...startup, name: null },
      { id, field: 'name', expected: 'string' },
    ],
    [
      { ...startup, name: undefined },
      { id, field: 'name', expected: 'string' },
    ],
    [
      { ...startup, industry: ['Health', 7] },
      { id, field: 'industry[1]', expected: 'string' },
    ],
    [
      { ...startup, open_jobs_count: 0.5 },
      { id, field: 'open_jobs_count', expected: 'integer' },
    ],
    [
      { ...startup, blurb: 7 },
      { id, field: 'blurb', expected: 'string or null' },
    ],
    [
      { ...startup, enrollments: [enrollment, { ...enrollment, graduated: 'yes' }] },
      { id, field: 'enrollments[1].graduated', expected: 'boolean' },
    ],
    [
      { ...startup, enrollments: ['none'] },
      { id, field: 'enrollments[0]', expected: 'Enrollment' },
    ],
    [
      { ...startup, enrollments: {} },
      { id, field: 'enrollments', expected: 'array of Enrollment' },
    ],
    [null, { id: undefined, field: '', expected: 'Startup' }],
    [7, { id: undefined, field: '', expected: 'Startup' }],
    [[], { id: undefined, field: '', expected: 'Startup' }],
  ])('such as %j is left out, with the first of its problems', async (bad, problem) => {
    const { records, problems } = await startupsOf(startup, bad, startup);

    expect(records).toStrictEqual([startup, startup]);
    expect(problems).toStrictEqual([{ index: 1, ...problem }]);
  });

  it('cannot be changed by one of its callers, to the bottom', async () => {
    const whole = await startupsOf({ ...startup, added_later: { tags: ['a'] } });
    const [record] = whole.records as unknown as [
      { enrollments: { status: string }[]; added_later: { tags: string[] } },
    ];

    for (const change of [
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
