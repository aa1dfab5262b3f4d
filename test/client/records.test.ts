import type * as client from '../../client/src/index.ts';
import { fixtures } from './support/package-contents.ts';
import { body, list, ScriptedService } from './support/scripted-service.ts';

const [startup] = fixtures.startups;

/** Returns the list that the client makes from an answer with these records. */
async function startupsOf(...records: readonly unknown[]): Promise<client.List<client.Startup>> {
  return new ScriptedService([list(records)]).client.startups();
}

describe('a record', () => {
  it('can contain unknown fields, and null in nullable fields', async () => {
    const record = { ...startup, blurb: null, added_later: { a: [1] } };

    expect(await startupsOf(record)).toMatchObject({ records: [record], problems: [] });
  });

  it('can contain an unknown field that is nested deeper than the call stack allows', async () => {
    const depth = 200_000;
    const text = JSON.stringify([{ added_later: null, ...startup }]);
    const deep = text.replace('null', `${'['.repeat(depth)}${']'.repeat(depth)}`);

    const { records } = await new ScriptedService([body(deep)]).client.startups();

    expect(records).toMatchObject([{ id: startup?.id }]);
  });

  const [enrollment] = startup?.enrollments ?? [];
  const ungraded = { ...enrollment, graduated: 'yes' };
  it.each([
    ['name', 'string', { ...startup, name: null }],
    ['name', 'string', { ...startup, name: undefined }],
    ['industry[1]', 'string', { ...startup, industry: ['Health', 7] }],
    ['open_jobs_count', 'integer', { ...startup, open_jobs_count: 0.5 }],
    ['blurb', 'string or null', { ...startup, blurb: 7 }],
    ['enrollments[1].graduated', 'boolean', { ...startup, enrollments: [enrollment, ungraded] }],
    ['enrollments[0]', 'Enrollment', { ...startup, enrollments: ['none'] }],
    ['enrollments', 'array of Enrollment', { ...startup, enrollments: {} }],
    ['', 'Startup', null],
    ['', 'Startup', 7],
    ['', 'Startup', []],
  ])(
    'that is invalid is left out, and its first problem is reported (field: %j, expected: %s)',
    async (field, expected, bad) => {
      const { records, problems } = await startupsOf(startup, bad, startup);

      const id = field === '' ? undefined : startup?.id;
      expect(records).toStrictEqual([startup, startup]);
      expect(problems).toStrictEqual([{ index: 1, id, field, expected }]);
    },
  );

  it('is frozen at every depth, and so is the list that contains it', async () => {
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
