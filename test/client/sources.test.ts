import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { schemas } from '../../bundling/openapi/schemas.ts';
import { recordTypes } from '../../bundling/client/record-types.ts';
import { schemaRecords } from '../../bundling/client/schema-records.ts';
import { shapeTable } from '../../bundling/client/shape-table.ts';
import { root } from '../../bundling/modules.ts';
import { Founder } from '../../contract/founder.ts';
import { Job } from '../../contract/job.ts';
import { Enrollment, Startup } from '../../contract/startup.ts';

const run = promisify(execFile);

describe('npm run client', () => {
  const command = ['--import', 'tsx', 'bundling/make-client.ts'];

  it('finds nothing to change; if it does, run it and commit what it wrote', async () => {
    const { stdout } = await run(process.execPath, [...command, '--check'], { cwd: root });
    expect(stdout).toBe('The client is up to date.\n');
  });
});

it('the published description has the fields of the contract', async () => {
  const contract = { Startup, Enrollment, Founder, Job };
  const records = schemaRecords(schemas(), Object.keys(contract));
  expect(records.map(({ fields }) => fields.map(({ name }) => name))).toStrictEqual(
    Object.values(contract).map(({ entries }) => Object.keys(entries)),
  );
});

describe('a published schema', () => {
  const string = { type: 'string' };
  const nothing = { type: 'null' };

  it.each([
    ['a type', { type: 'integer', minimum: 0 }, 'integer', 'number'],
    ['anyOf with null', { anyOf: [string, nothing] }, 'string or null', 'string | null'],
    ['null first', { anyOf: [nothing, string] }, 'string or null', 'string | null'],
    ['a list of types', { type: ['string', 'null'] }, 'string or null', 'string | null'],
    ['a list of one type', { type: ['boolean'] }, 'boolean', 'boolean'],
    ['an array', { type: 'array', items: string }, 'array of string', 'readonly string[]'],
    [
      'an array or null',
      { type: ['array', 'null'], items: { $ref: '#/components/schemas/Part' } },
      'array of Part or null',
      'readonly Part[] | null',
    ],
    ['a reference', { $ref: '#/$defs/Part' }, 'Part', 'Part'],
    [
      'a reference or null',
      { anyOf: [{ $ref: '#/$defs/Part' }, nothing] },
      'Part or null',
      'Part | null',
    ],
  ])('may say what a field is by %s', (_, schema, expected, type) => {
    const records = schemaRecords({ Whole: whole(schema), Part: whole(string) }, ['Whole', 'Part']);

    expect(shapeTable(records)).toContain(`"Whole":{"field":"${expected}"}`);
    expect(recordTypes(records)).toContain(`readonly field: ${type};`);
  });

  it.each([
    ['has more than one type', { type: ['string', 'integer'] }],
    ['has more than one type', { anyOf: [string, { type: 'integer' }, nothing] }],
    ['has a type that the client cannot check', nothing],
    ['has a type that the client cannot check', {}],
    ['has a type that the client cannot check', { type: 'object' }],
    ['has a type that the client cannot check', { type: 'array', items: { anyOf: [string] } }],
    ['is an array of anything', { type: 'array' }],
  ])('is refused with a sentence where a field %s', (sentence, schema) => {
    expect(() => schemaRecords({ Whole: whole(schema) }, ['Whole'])).toThrow(
      `Whole.field ${sentence}`,
    );
  });

  it('is refused with a sentence where a field may be absent', () => {
    const schema = { type: 'object', properties: { field: string } };
    expect(() => schemaRecords({ Whole: schema }, ['Whole'])).toThrow('Whole.field may be absent');
  });

  it('is missed with a sentence', () => {
    expect(() => schemaRecords({}, ['Whole'])).toThrow('There is no schema of Whole');
  });

  it('is passed over where it is of no record', () => {
    expect(schemaRecords({ Whole: whole({}) }, [])).toStrictEqual([]);
  });

  it('cannot end a comment of the types', () => {
    const records = schemaRecords({ Whole: whole({ ...string, description: 'a */ b' }) }, [
      'Whole',
    ]);
    expect(recordTypes(records)).toContain('/** a *\\/ b */');
  });
});

function whole(field: object): object {
  return { type: 'object', properties: { field }, required: ['field'] };
}
