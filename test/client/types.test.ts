import { readFileSync } from 'node:fs';

import { CLIENT_TYPES_FILE, recordsSource } from '../../tools/client-types.ts';
import type * as client from '../../client/src/index.ts';
import type { Founder } from '../../contract/founder.ts';
import type { Job } from '../../contract/job.ts';
import type { Enrollment, Startup } from '../../contract/startup.ts';

/** The contract's records as those see them who only read. */
type Read<T> = T extends readonly (infer Item)[]
  ? readonly Read<Item>[]
  : T extends object
    ? { readonly [Field in keyof T]: Read<T[Field]> }
    : T;

type Same<A, B> = [A, B] extends [B, A] ? true : never;

/** The compiler refuses each that is not so. */
const same: Readonly<Record<string, true>> = {
  Startup: true satisfies Same<client.Startup, Read<Startup>>,
  Enrollment: true satisfies Same<client.Enrollment, Read<Enrollment>>,
  Founder: true satisfies Same<client.Founder, Read<Founder>>,
  Job: true satisfies Same<client.Job, Read<Job>>,
  'a record of the contract': true satisfies Startup extends client.Startup ? true : never,
};

it.each(Object.keys(same))('the client has the same type of %s as the contract', (name) => {
  expect(same[name]).toBe(true);
});

describe('records.ts', () => {
  /** Without what Prettier changes. */
  const unformatted = (source: string) => source.replaceAll(/[\s'",]/gu, '');

  it('is up to date; if it is not, run npm run generate and commit what it wrote', () => {
    const committed = readFileSync(CLIENT_TYPES_FILE, 'utf8');

    expect(unformatted(committed)).toBe(unformatted(recordsSource()));
  });

  const plain = {
    name: 'field',
    description: '',
    kind: 'string',
    format: undefined,
    isArray: false,
    isNullable: false,
  };
  const sourceWith = (field: Partial<typeof plain>) =>
    recordsSource([
      { name: 'Whole', description: '', fields: [{ ...plain, ...field }] },
      { name: 'Part', description: '', fields: [plain] },
    ]);

  it.each([
    [{ kind: 'integer' }, 'integer', 'number'],
    [{ kind: 'boolean' }, 'boolean', 'boolean'],
    [{ isNullable: true }, 'string or null', 'string | null'],
    [{ isArray: true }, 'array of string', 'readonly string[]'],
    [{ kind: 'Part' }, 'Part', 'Part'],
    [{ kind: 'Part', isNullable: true }, 'Part or null', 'Part | null'],
    [
      { kind: 'Part', isArray: true, isNullable: true },
      'array of Part or null',
      'readonly Part[] | null',
    ],
  ])('has a check and a type for a field with %j', (field, expected, type) => {
    const source = sourceWith(field);

    expect(source).toContain(`"Whole":{"field":"${expected}"}`);
    expect(source).toContain(`export interface Whole {\nreadonly field: ${type};`);
  });

  it('has no comment that a description could end', () => {
    expect(sourceWith({ description: 'a */ b' })).toContain('/** a *\\/ b */');
  });
});
