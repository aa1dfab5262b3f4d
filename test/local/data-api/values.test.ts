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
      CREATE DOMAIN short_text AS text CHECK (length(value) < 10);
      CREATE TABLE thing (id int PRIMARY KEY, mood mood, data jsonb);`);
    api = await startDataApi({ ...clusterOf(), database });
    client = new DataApiClient(api.url);
  });
  afterAll(async () => {
    client.close();
    await api.close();
    await database.close();
  });

  const blobValue = new Uint8Array([0, 255, 1]);
  const hinted = (typeHint: SqlParameter['typeHint'], stringValue: string): SqlParameter => ({
    name: 'x',
    typeHint,
    value: { stringValue },
  });

  test.each<[SqlParameter['value'], string]>([
    [{ stringValue: `it's :y` }, 'text'],
    [{ longValue: 42 }, 'bigint'],
    [{ doubleValue: 1.5 }, 'double precision'],
    [{ booleanValue: false }, 'boolean'],
    [{ blobValue }, 'bytea'],
  ])('%j arrives as %s and comes back the same', async (value, type) => {
    const { records } = await client.execute('SELECT :x, pg_typeof(:x)::text', [
      { name: 'x', value },
    ]);

    expect(records).toEqual([[value, { stringValue: type }]]);
  });

  test.each<[SqlParameter['typeHint'], string, string]>([
    ['JSON', '{"a":1}', 'json'],
    ['UUID', '00000000-0000-4000-8000-000000000001', 'uuid'],
    ['TIMESTAMP', '2026-11-20 08:00:00.5', 'timestamp without time zone'],
    ['DATE', '2026-11-20', 'date'],
    ['TIME', '08:00:00', 'time without time zone'],
    ['DECIMAL', '1.50', 'numeric'],
  ])('a string with the hint %s arrives as its type', async (hint, stringValue, type) => {
    const { records } = await client.execute('SELECT :x, pg_typeof(:x)::text', [
      hinted(hint, stringValue),
    ]);

    expect(records).toEqual([[{ stringValue }, { stringValue: type }]]);
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
      'Array parameters are not supported.',
    ],
    ['a wrong timestamp', [hinted('TIMESTAMP', '2026-11-20T08:00:00Z')], 'type hint TIMESTAMP'],
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

  test.each([
    [`1::int2, 2::int4, 3::int8`, [{ longValue: 1 }, { longValue: 2 }, { longValue: 3 }]],
    [`1.5::float4, 'NaN'::float8`, [{ doubleValue: 1.5 }, { doubleValue: NaN }]],
    [`true, NULL`, [{ booleanValue: true }, { isNull: true }]],
    [`1.50::numeric, 'a'::varchar`, [{ stringValue: '1.50' }, { stringValue: 'a' }]],
    [`'calm'::mood, 'short'::short_text`, [{ stringValue: 'calm' }, { stringValue: 'short' }]],
    [
      `'{"b": 1}'::jsonb, '2026-11-20'::date`,
      [{ stringValue: '{"b": 1}' }, { stringValue: '2026-11-20' }],
    ],
    [`'10.0.0.1'::inet, '08:30'::time`, [{ stringValue: '10.0.0.1' }, { stringValue: '08:30:00' }]],
    [
      `array['a,b', 'say "x"', NULL, 'NULL', '']`,
      [{ arrayValue: { stringValues: ['a,b', 'say "x"', null, 'NULL', ''] } }],
    ],
    [
      `array[1, 2], '{}'::bool[]`,
      [{ arrayValue: { longValues: [1, 2] } }, { arrayValue: { booleanValues: [] } }],
    ],
    [`array['glad'::mood]`, [{ arrayValue: { stringValues: ['glad'] } }]],
  ])('SELECT %s', async (expressions, fields) => {
    const { records } = await client.execute(`SELECT ${expressions}`);

    expect(records).toEqual([fields]);
  });

  test('moments come back in UTC and without an offset, whatever the time zone', async () => {
    const transactionId = await client.begin();
    await client.execute(`SET LOCAL timezone = 'Asia/Kolkata'`, [], { transactionId });

    const { records } = await client.execute(
      `SELECT '2026-11-20 23:45:00.123456Z'::timestamptz, '02:00+05:30'::timetz`,
      [],
      { transactionId },
    );
    await client.rollback(transactionId);

    expect(records).toEqual([
      [{ stringValue: '2026-11-20 23:45:00.123456' }, { stringValue: '20:30:00' }],
    ]);
  });

  test.each([
    ['0001-01-02 03:04:05Z', '0001-01-02 03:04:05'],
    ['9999-12-31 23:30:00-01', '10000-01-01 00:30:00'],
    ['10000-02-29 12:00:00.5Z', '10000-02-29 12:00:00.5'],
    ['294276-12-31 23:59:59Z', '294276-12-31 23:59:59'],
  ])('the moment %s comes back as %s', async (moment, stringValue) => {
    expect(await client.value(`SELECT '${moment}'::timestamptz`)).toEqual({ stringValue });
  });

  test.each([
    [`'int4'::regtype`, 'regtype'],
    [`'a'::"char"`, 'char'],
    [`pg_sleep(0)`, 'void'],
    [`'1 day'::interval`, 'interval'],
    [`row(1, 2)`, 'record'],
  ])('%s is a type that AWS cannot return', async (expression, type) => {
    await expect(client.execute(`SELECT ${expression}`)).rejects.toMatchObject({
      name: 'UnsupportedResultException',
      message: `The result contains the unsupported data type ${type}.`,
    });
  });

  test('an array of arrays is refused', async () => {
    await expect(client.execute('SELECT array[[1], [2]]')).rejects.toMatchObject({
      name: 'UnsupportedResultException',
    });
  });

  test('the caller chooses how long and decimal numbers come back', async () => {
    const resultSetOptions = {
      longReturnType: 'STRING',
      decimalReturnType: 'DOUBLE_OR_LONG',
    } as const;

    const { records } = await client.execute(
      'SELECT 9007199254740993, 1.5::numeric, 2::numeric',
      [],
      { resultSetOptions },
    );

    expect(records).toEqual([
      [{ stringValue: '9007199254740993' }, { doubleValue: 1.5 }, { longValue: 2 }],
    ]);
  });

  test('column metadata is there when it was asked for', async () => {
    const { columnMetadata } = await client.execute(
      `SELECT 1 AS n, 'x' AS "t x", array[1] AS a`,
      [],
      {
        includeResultMetadata: true,
      },
    );
    const without = await client.execute('SELECT 1');

    expect(columnMetadata).toMatchObject([
      { name: 'n', label: 'n', type: 4, typeName: 'int4', isSigned: true, precision: 10 },
      { name: 't x', type: 12, typeName: 'text', isSigned: false },
      { name: 'a', type: 2003, typeName: '_int4' },
    ]);
    expect(without.columnMetadata).toBeUndefined();
  });

  test('records can be had as one JSON text', async () => {
    const sql = `SELECT 1 AS n, NULL AS nothing, true AS b, array['x'] AS a, '{"k":1}'::json AS j`;
    const { formattedRecords, records } = await client.execute(sql, [], {
      formatRecordsAs: 'JSON',
    });

    expect(JSON.parse(formattedRecords ?? '')).toEqual([
      { n: 1, nothing: null, b: true, a: ['x'], j: '{"k":1}' },
    ]);
    expect(records).toBeUndefined();
  });

  test('JSON records refuse two columns of one name', async () => {
    await expect(
      client.execute('SELECT 1 AS n, 2 AS n', [], { formatRecordsAs: 'JSON' }),
    ).rejects.toMatchObject({ name: 'UnsupportedResultException' });
  });

  test('changes are counted, and returned rows are records', async () => {
    const inserted = await client.execute('INSERT INTO thing (id) VALUES (10), (11)');
    const returned = await client.execute('DELETE FROM thing WHERE id >= 10 RETURNING id');
    const none = await client.execute('SELECT id FROM thing WHERE id > 99');

    expect(inserted).toMatchObject({ numberOfRecordsUpdated: 2, generatedFields: [] });
    expect(returned.records).toHaveLength(2);
    expect(none).toMatchObject({ numberOfRecordsUpdated: 0, records: [] });
  });

  test('a batch runs for every set, or for none', async () => {
    const set = (id: number): SqlParameter[] => [{ name: 'id', value: { longValue: id } }];
    const sql = 'INSERT INTO thing (id) VALUES (:id)';

    const { updateResults } = await client.batch(sql, [set(20), set(21)]);
    await expect(client.batch(sql, [set(22), set(20)])).rejects.toThrow('duplicate key');

    expect(updateResults).toHaveLength(2);
    expect(await client.value('SELECT count(*) FROM thing WHERE id >= 20')).toEqual({
      longValue: 2,
    });
  });

  test('an SQL error has the words, the place and the state that PostgreSQL gave', async () => {
    await expect(client.execute('SELECT * FROM nope')).rejects.toMatchObject({
      name: 'DatabaseErrorException',
      message: 'ERROR: relation "nope" does not exist\n  Position: 15; SQLState: 42P01',
      $metadata: { httpStatusCode: 400 },
    });
  });
});
