import type { SqlParameter } from '@aws-sdk/client-rds-data';

import type { LocalDatabase } from '../../../local/database/local-database.ts';
import { type DataApi, startDataApi } from '../../../local/data-api/start-data-api.ts';
import { clusterOf, DataApiClient } from '../../support/database/data-api-client.ts';
import { databases } from '../../support/database/databases.ts';

describe.each(databases())('values on $name', ({ open }) => {
  let database: LocalDatabase;
  let api: DataApi;
  let client: DataApiClient;

  beforeAll(async () => {
    database = await open();
    await database.runScript(`
      CREATE TYPE mood AS ENUM ('calm', 'glad');
      CREATE TABLE thing (id int PRIMARY KEY, mood mood);`);
    api = await startDataApi({ ...clusterOf(), database });
    client = new DataApiClient(api.url);
  });
  afterAll(async () => {
    client.close();
    await api.close();
    await database.close();
  });

  test.each<[SqlParameter['value'], string]>([
    [{ stringValue: `it's :y` }, 'text'],
    [{ longValue: 42 }, 'bigint'],
    [{ doubleValue: 1.5 }, 'double precision'],
    [{ booleanValue: false }, 'boolean'],
  ])('%j arrives as %s and comes back the same', async (value, type) => {
    const { records } = await client.execute('SELECT :x, pg_typeof(:x)::text', [
      { name: 'x', value },
    ]);

    expect(records).toEqual([[value, { stringValue: type }]]);
  });

  test('null has no type of its own', async () => {
    const nothing = { name: 'x', value: { isNull: true } };

    expect(await client.value('SELECT :x::int', [nothing])).toEqual({ isNull: true });
    await client.execute('INSERT INTO thing (id, mood) VALUES (1, :x)', [nothing]);
  });

  test('a string is text, so that it is not an enum without a cast', async () => {
    const parameters = [{ name: 'x', value: { stringValue: 'calm' } }];

    await expect(
      client.execute('SELECT FROM thing WHERE mood = :x', parameters),
    ).rejects.toMatchObject({
      message: expect.stringContaining('operator does not exist: mood = text') as unknown,
    });
    await client.execute('SELECT 1 FROM thing WHERE mood = :x::mood', parameters);
  });

  test.each<[string, SqlParameter[], string]>([
    ['a missing parameter', [], 'Cannot find parameter: x'],
    [
      'an array',
      [{ name: 'x', value: { arrayValue: { longValues: [1] } } }],
      `Value at 'parameters.0.value.arrayValue' is not valid`,
    ],
  ])('%s is a bad request', async (_what, parameters, message) => {
    await expect(client.execute('SELECT :x', parameters)).rejects.toMatchObject({
      name: 'BadRequestException',
      message: expect.stringContaining(message) as unknown,
      $metadata: { httpStatusCode: 400 },
    });
  });

  test('several statements in one call are refused', async () => {
    await expect(client.execute('SELECT 1; SELECT 2')).rejects.toMatchObject({
      name: 'BadRequestException',
    });
  });

  test('an option that is not implemented is refused, not ignored', async () => {
    await expect(client.execute('SELECT 1', [], { formatRecordsAs: 'JSON' })).rejects.toMatchObject(
      {
        name: 'BadRequestException',
        message: expect.stringContaining(`Value at 'formatRecordsAs' is not valid`) as unknown,
      },
    );
  });

  test.each([
    [`1::int2, 2::int4, 3::int8`, [{ longValue: 1 }, { longValue: 2 }, { longValue: 3 }]],
    [`1.5::float4, 'NaN'::float8`, [{ doubleValue: 1.5 }, { doubleValue: NaN }]],
    [`true, NULL`, [{ booleanValue: true }, { isNull: true }]],
    [`1.50::numeric, 'a'::varchar`, [{ stringValue: '1.50' }, { stringValue: 'a' }]],
    [
      `'{"b": 1}'::jsonb, '2026-11-20'::date`,
      [{ stringValue: '{"b": 1}' }, { stringValue: '2026-11-20' }],
    ],
  ])('SELECT %s', async (expressions, fields) => {
    const { records } = await client.execute(`SELECT ${expressions}`);

    expect(records).toEqual([fields]);
  });

  test.each([`'int4'::regtype`, `pg_sleep(0)`, `row(1, 2)`, `array[1, 2]`])(
    '%s is a type that cannot be returned',
    async (expression) => {
      await expect(client.execute(`SELECT ${expression}`)).rejects.toMatchObject({
        name: 'UnsupportedResultException',
      });
    },
  );

  test('changes are counted, and returned rows are records', async () => {
    const inserted = await client.execute('INSERT INTO thing (id) VALUES (10), (11)');
    const returned = await client.execute('DELETE FROM thing WHERE id >= 10 RETURNING id');
    const none = await client.execute('SELECT id FROM thing WHERE id > 99');

    expect(inserted).toMatchObject({ numberOfRecordsUpdated: 2 });
    expect(returned.records).toHaveLength(2);
    expect(none).toMatchObject({ numberOfRecordsUpdated: 0, records: [] });
  });

  test('an SQL error has the message, the position and the state that PostgreSQL gave', async () => {
    await expect(client.execute('SELECT * FROM nope')).rejects.toMatchObject({
      name: 'DatabaseErrorException',
      message: 'ERROR: relation "nope" does not exist\n  Position: 15; SQLState: 42P01',
      $metadata: { httpStatusCode: 400 },
    });
  });
});
