/**
 * Tests that the local Data API runs statements as the role that belongs to the secret in a request, and that it enforces the
 * size limits of AWS.
 */

import { randomBytes } from 'node:crypto';

import { startDataApi } from '../../local/data-api.ts';
import type { LocalDatabase } from '../../local/local-database.ts';
import type { StandIn } from '../../local/stand-in.ts';
import { readerSecret, secretsOf } from '../support/data-api.ts';
import { databases } from '../support/databases.ts';
import { DataApiClient } from './data-api-client.ts';

const KIB = 1024;

describe.each(databases())('on $name,', ({ open }) => {
  const role = `reader_${randomBytes(6).toString('hex')}`;
  let database: LocalDatabase;
  let api: StandIn;
  let client: DataApiClient;
  beforeAll(async () => {
    database = await open();
    api = await startDataApi(database, secretsOf(role));
    client = new DataApiClient(api.url);
  });
  afterAll(async () => {
    client.close();
    await api.close();
    await database.runScript(`DROP OWNED BY ${role}; DROP ROLE ${role};`);
    await database.close();
  });

  const errorWith = (message: string) => ({
    name: 'DatabaseErrorException',
    message: expect.stringContaining(message) as unknown,
  });
  const rowsOf = (bytes: number, rows: number) =>
    `SELECT repeat('x', ${bytes}) FROM generate_series(1, ${rows})`;

  test("the reader's secret grants only the reader's permissions", async () => {
    await database.runScript(`
      CREATE ROLE ${role};
      CREATE TABLE thing (id int PRIMARY KEY);
      CREATE VIEW shown AS SELECT count(*) AS n FROM thing;
      GRANT SELECT ON shown TO ${role};`);
    const reader = new DataApiClient(api.url, readerSecret);

    expect(await reader.value('SELECT n FROM shown')).toEqual({ longValue: 0 });
    await expect(reader.execute('SELECT id FROM thing')).rejects.toMatchObject(errorWith('42501'));
    reader.close();
  });

  test('a row is limited to 64 KiB', async () => {
    await client.execute(rowsOf(64 * KIB, 1));
    await expect(client.execute(rowsOf(64 * KIB + 1, 1))).rejects.toMatchObject(
      errorWith('Packet for query is too large'),
    );
  });

  test('a response is limited to 1 MiB of JSON', async () => {
    const jsonOfEmptyRow = `[{"stringValue":""}],`.length;
    const tooMuch = errorWith('Database returned more than the allowed response size limit');

    await client.execute(rowsOf(KIB - 2 * jsonOfEmptyRow, KIB));
    await expect(client.execute(rowsOf(KIB, KIB))).rejects.toMatchObject(tooMuch);
    await expect(client.execute(rowsOf(10, 40 * KIB))).rejects.toMatchObject(tooMuch);
  });
});
