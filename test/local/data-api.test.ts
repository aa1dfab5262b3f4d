/** The Data API of this machine, by the unchanged SDK and CLI: values, access, transactions and limits on each database. */

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

import { type SqlParameter } from '@aws-sdk/client-rds-data';

import { startDataApi } from '../../local/data-api.ts';
import type { LocalDatabase } from '../../local/local-database.ts';
import type { StandIn } from '../../local/stand-in.ts';
import {
  cluster,
  DataApiClient,
  ownerSecret,
  readerSecret,
  secretsOf,
} from '../support/database/data-api-client.ts';
import { databases } from '../support/database/databases.ts';
import { describeWith } from '../support/run/programs.ts';

const KIB = 1024;

describe.each(databases())('on $name', ({ name, open }) => {
  const role = `reader_${randomBytes(6).toString('hex')}`;
  let database: LocalDatabase;
  let api: StandIn;
  let client: DataApiClient;
  let reader: DataApiClient;

  beforeAll(async () => {
    database = await open();
    await database.runScript(`
      CREATE ROLE ${role};
      CREATE TYPE mood AS ENUM ('calm', 'glad');
      CREATE TABLE thing (id int PRIMARY KEY, mood mood);
      CREATE VIEW shown AS SELECT count(*) AS n FROM thing;
      GRANT SELECT ON shown TO ${role};`);
  });
  beforeEach(async () => {
    api = await startDataApi(database, secretsOf(role));
    client = new DataApiClient(api.url);
    reader = new DataApiClient(api.url, readerSecret);
  });
  afterEach(async () => {
    client.close();
    reader.close();
    await api.close();
    await database.runScript('TRUNCATE thing');
  });
  afterAll(async () => {
    await database.runScript(`DROP OWNED BY ${role}; DROP ROLE ${role};`);
    await database.close();
  });

  describe('a value', () => {
    test.each<[SqlParameter['value'], string]>([
      [{ stringValue: `it's :y` }, 'text'],
      [{ longValue: 42 }, 'bigint'],
    ])('%j arrives as %s and comes back the same', async (value, type) => {
      const { records } = await client.execute('SELECT :x, pg_typeof(:x)::text', [
        { name: 'x', value },
      ]);

      expect(records).toEqual([[value, { stringValue: type }]]);
    });

    test('has the field of its type', async () => {
      const { records } = await client.execute(
        `SELECT 1::int2, 3::int8, true, NULL, 1.50::numeric, '{"b": 1}'::jsonb, '2026-11-20'::date`,
      );

      expect(records).toEqual([
        [
          { longValue: 1 },
          { longValue: 3 },
          { booleanValue: true },
          { isNull: true },
          { stringValue: '1.50' },
          { stringValue: '{"b": 1}' },
          { stringValue: '2026-11-20' },
        ],
      ]);
    });
  });

  test('the reader’s secret gives the reader’s permissions and no more', async () => {
    expect(await reader.value('SELECT n FROM shown')).toEqual({ longValue: 0 });
    await expect(reader.execute('SELECT id FROM thing')).rejects.toMatchObject({
      name: 'DatabaseErrorException',
      message: expect.stringContaining('42501') as unknown,
    });
  });

  const notFound = { name: 'TransactionNotFoundException', $metadata: { httpStatusCode: 404 } };
  const insert = (id: number, transactionId: string) =>
    client.execute(`INSERT INTO thing VALUES (${id})`, [], { transactionId });
  const count = () => client.value('SELECT count(*) FROM thing');

  describe('a transaction', () => {
    test.each([
      ['commit', 'keeps', 'Transaction Committed', 1],
      ['rollback', 'drops', 'Rollback Complete', 0],
    ] as const)('ends by a %s, which %s its changes', async (end, _, transactionStatus, rows) => {
      const transactionId = await client.begin();
      await insert(1, transactionId);

      expect(await client[end](transactionId)).toMatchObject({ transactionStatus });
      expect(await count()).toEqual({ longValue: rows });
      await expect(client.commit(transactionId)).rejects.toMatchObject(notFound);
    });

    test('is rolled back and ended by an error', async () => {
      const transactionId = await client.begin();
      await insert(1, transactionId);

      await expect(insert(1, transactionId)).rejects.toMatchObject({
        name: 'DatabaseErrorException',
      });
      await expect(insert(2, transactionId)).rejects.toMatchObject(notFound);
      expect(await count()).toEqual({ longValue: 0 });
    });
  });

  if (name !== 'PGlite') {
    test('an open transaction keeps nobody waiting', async () => {
      await insert(1, await client.begin());

      expect(await count()).toEqual({ longValue: 0 });
    });
  }

  describe('a limit', () => {
    const rowsOf = (bytes: number, rows: number) =>
      `SELECT repeat('x', ${bytes}) FROM generate_series(1, ${rows})`;
    const tooMuch = {
      name: 'DatabaseErrorException',
      message: 'Database returned more than the allowed response size limit',
    };

    test('of a row is 64 KiB', async () => {
      await client.execute(rowsOf(64 * KIB, 1));
      await expect(client.execute(rowsOf(64 * KIB + 1, 1))).rejects.toMatchObject({
        name: 'DatabaseErrorException',
        message: expect.stringContaining('Packet for query is too large') as unknown,
      });
    });

    test('of a response is 1 MiB, in the database as in JSON', async () => {
      const jsonOfEmptyRow = `[{"stringValue":""}],`.length;

      await client.execute(rowsOf(KIB - 2 * jsonOfEmptyRow, KIB));
      await expect(client.execute(rowsOf(KIB, KIB))).rejects.toMatchObject(tooMuch);
      await expect(client.execute(rowsOf(10, 40 * KIB))).rejects.toMatchObject(tooMuch);
    });
  });

  describe('a fault', () => {
    const answer = async () => client.value('SELECT 1');

    test.each([
      ['resuming', 'DatabaseResumingException', 400],
      ['throttled', 'ThrottlingException', 429],
      ['denied', 'AccessDeniedException', 403],
    ])('%s is %s to the SDK', async (fault, error, httpStatusCode) => {
      api.faults.set(fault);

      await expect(answer()).rejects.toMatchObject({ name: error, $metadata: { httpStatusCode } });
    });
  });

  if (name !== 'PGlite') return;
  if (process.env['CI'] !== 'true') {
    process.stderr.write('Skipped: the AWS CLI, which only CI starts\n');
    return;
  }

  describeWith('aws')('the AWS CLI', () => {
    const aws = async (command: string, ...options: string[]): Promise<unknown> => {
      const target = ['--resource-arn', cluster.clusterArn, '--secret-arn', ownerSecret];
      const place = ['--endpoint-url', api.url, '--region', 'eu-west-1', '--output', 'json'];
      const args = ['rds-data', command, ...target, ...place, ...options];
      const { stdout } = await promisify(execFile)('aws', args);
      return JSON.parse(stdout);
    };
    const execute = (sql: string, ...options: string[]) =>
      aws('execute-statement', '--database', cluster.databaseName, '--sql', sql, ...options);

    test('begins a transaction, runs a statement with a parameter in it and commits it', async () => {
      const begun = await aws('begin-transaction', '--database', cluster.databaseName);
      const { transactionId } = begun as { transactionId: string };
      const inTransaction = ['--transaction-id', transactionId];
      const parameters = JSON.stringify([{ name: 'x', value: { longValue: 7 } }]);

      const answer = await execute(
        'INSERT INTO thing VALUES (:x) RETURNING id',
        ...inTransaction,
        '--parameters',
        parameters,
      );
      const committed = await aws('commit-transaction', ...inTransaction);

      expect(answer).toMatchObject({ records: [[{ longValue: 7 }]] });
      expect(committed).toEqual({ transactionStatus: 'Transaction Committed' });
      expect(await count()).toEqual({ longValue: 1 });
    });
  });
});
