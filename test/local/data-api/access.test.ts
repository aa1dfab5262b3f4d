import {
  ExecuteStatementCommand,
  type ExecuteStatementCommandInput,
} from '@aws-sdk/client-rds-data';
import { randomBytes } from 'node:crypto';

import type { LocalDatabase } from '../../../local/database/local-database.ts';
import { type DataApi, startDataApi } from '../../../local/data-api/start-data-api.ts';
import {
  cluster,
  clusterOf,
  DataApiClient,
  ownerSecret,
  readerSecret,
} from '../../support/database/data-api-client.ts';
import { databases } from '../../support/database/databases.ts';

describe.each(databases())('access on $name', ({ open }) => {
  const role = `reader_${randomBytes(6).toString('hex')}`;
  let database: LocalDatabase;
  let api: DataApi;
  let owner: DataApiClient;
  let reader: DataApiClient;

  beforeAll(async () => {
    database = await open();
    await database.runScript(`
      CREATE ROLE ${role};
      CREATE TABLE hidden (n int);
      CREATE VIEW shown AS SELECT count(*) AS n FROM hidden;
      GRANT SELECT ON shown TO ${role};`);
    api = await startDataApi({ ...clusterOf(role), database });
    owner = new DataApiClient(api.url);
    reader = new DataApiClient(api.url, readerSecret);
  });
  afterAll(async () => {
    owner.close();
    reader.close();
    await api.close();
    await database.runScript(`DROP OWNED BY ${role}; DROP ROLE ${role};`);
    await database.close();
  });

  const denied = {
    name: 'DatabaseErrorException',
    message: expect.stringContaining('42501') as unknown,
  };

  test(`the reader's secret gives the reader's permissions and no more`, async () => {
    expect(await reader.value('SELECT n FROM shown')).toEqual({ longValue: 0 });
    await expect(reader.execute('SELECT n FROM hidden')).rejects.toMatchObject(denied);
    await expect(reader.execute('SET ROLE NONE')).rejects.toMatchObject(denied);
  });

  test(`the reader's permissions hold in a transaction too`, async () => {
    const transactionId = await reader.begin();

    await reader.execute('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY', [], {
      transactionId,
    });
    await expect(
      reader.execute('SELECT n FROM hidden', [], { transactionId }),
    ).rejects.toMatchObject(denied);
  });

  test('the owner is the owner again after a call of the reader', async () => {
    await reader.execute('SELECT n FROM shown');
    await owner.execute('INSERT INTO hidden VALUES (1)');

    expect(await owner.value('SELECT n FROM hidden')).toEqual({ longValue: 1 });
    await owner.execute('DELETE FROM hidden');
  });

  test.each<[string, Partial<ExecuteStatementCommandInput>, string]>([
    ['an unknown secret', { secretArn: `${ownerSecret}x` }, 'SecretsErrorException'],
    ['an unknown cluster', { resourceArn: `${cluster.clusterArn}x` }, 'NotFoundException'],
    ['an unknown database', { database: 'nope' }, 'DatabaseErrorException'],
    ['a schema', { schema: 'public' }, 'BadRequestException'],
  ])('%s is refused', async (_what, part, name) => {
    const call = new ExecuteStatementCommand({
      resourceArn: cluster.clusterArn,
      secretArn: ownerSecret,
      sql: 'SELECT 1',
      ...part,
    });

    await expect(owner.sdk.send(call)).rejects.toMatchObject({ name });
  });
});
