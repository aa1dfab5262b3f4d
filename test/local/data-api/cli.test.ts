import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { type DataApi, startDataApi } from '../../../local/data-api/start-data-api.ts';
import type { LocalDatabase } from '../../../local/database/local-database.ts';
import { cluster, clusterOf, ownerSecret } from '../../support/database/data-api-client.ts';
import { openCopyOf } from '../../support/database/databases.ts';
import { describeWith } from '../../support/run/programs.ts';

const run = promisify(execFile);

describeWith('aws')('the AWS CLI', () => {
  let database: LocalDatabase;
  let api: DataApi;

  beforeAll(async () => {
    database = await openCopyOf('empty');
    await database.runScript('CREATE TABLE thing (id int)');
    api = await startDataApi({ ...clusterOf(), database });
  }, 20_000);
  afterAll(async () => {
    await api.close();
    await database.close();
  });

  const aws = async (command: string, ...options: string[]): Promise<unknown> => {
    const target = ['--resource-arn', cluster.clusterArn, '--secret-arn', ownerSecret];
    const place = ['--endpoint-url', api.url, '--region', 'eu-west-1', '--output', 'json'];
    const { stdout } = await run('aws', ['rds-data', command, ...target, ...place, ...options]);
    return JSON.parse(stdout);
  };
  const execute = (sql: string, ...options: string[]) =>
    aws('execute-statement', '--database', cluster.databaseName, '--sql', sql, ...options);

  test('runs a statement with a parameter', async () => {
    const parameters = JSON.stringify([{ name: 'x', value: { stringValue: 'hello' } }]);

    const answer = await execute('SELECT :x AS x', '--parameters', parameters);

    expect(answer).toMatchObject({ records: [[{ stringValue: 'hello' }]] });
  }, 30_000);

  test('begins a transaction, uses it and commits it', async () => {
    const begun = await aws('begin-transaction', '--database', cluster.databaseName);
    const { transactionId } = begun as { transactionId: string };
    const inTransaction = ['--transaction-id', transactionId];

    await execute('INSERT INTO thing VALUES (1)', ...inTransaction);
    const committed = await aws('commit-transaction', ...inTransaction);

    expect(committed).toEqual({ transactionStatus: 'Transaction Committed' });
    expect(await execute('SELECT id FROM thing')).toMatchObject({ records: [[{ longValue: 1 }]] });
  }, 60_000);

  test('shows an error by its name', async () => {
    await expect(execute('SELECT nope')).rejects.toThrow(
      /An error occurred \(DatabaseErrorException\).*column "nope" does not exist/s,
    );
  }, 30_000);
});
