import { databaseStep } from '../../deploy/database.ts';
import { cluster, ownerSecret, readerSecret } from '../support/database/data-api-client.ts';
import { openCopyOf, withReaderRole } from '../support/database/databases.ts';
import { LocalSetUp, PASSWORD, sqlFolder } from '../support/database/local-set-up.ts';

let local: LocalSetUp;
beforeAll(async () => {
  local = await LocalSetUp.open(async () => openCopyOf('empty'));
}, 60_000);
beforeEach(async () => {
  await local.api.faults.set('up');
  local.forget();
});
afterAll(async () => local.close());

const properties = {
  ClusterArn: cluster.clusterArn,
  OwnerSecretArn: ownerSecret,
  ReaderSecretArn: readerSecret,
  DatabaseName: cluster.databaseName,
  ContentHash: 'abc',
};

async function run(given: Readonly<Record<string, unknown>> = properties): Promise<string> {
  const log = jest.spyOn(console, 'log').mockImplementation();
  const { waiting, rdsData, secrets, signal } = local.dependencies;
  const step = databaseStep(sqlFolder, waiting, { rdsData, secrets });
  await withReaderRole(async () => step(given, signal));
  return log.mock.calls.flat().join('\n');
}

test('it sets the database up and tells what it did, without the password', async () => {
  const lines = await run({ ...properties, TestDataStartups: '3' });

  expect(await local.value('SELECT count(*) FROM directory.startups')).toBe('3');
  expect(lines).toContain('the test data of 3 startups is loaded');
  expect(lines).not.toContain(PASSWORD);
});

test.each([{}, { TestDataStartups: '' }])('it leaves the data alone with %j', async (given) => {
  const lines = await run({ ...properties, ...given });

  expect(lines).not.toContain('test data of');
});

test.each(['0', '-1', '1.5', 'many', '10001', '1; drop schema portal'])(
  'so many startups are refused: %s',
  async (startups) => {
    await expect(run({ ...properties, TestDataStartups: startups })).rejects.toThrow(
      `TestDataStartups takes a whole number from 1 to 10000, or nothing, and not "${startups}"`,
    );
    expect(local.calls).toEqual([]);
  },
);

test('a property that is missing is named', async () => {
  const { ReaderSecretArn: _, ...others } = properties;

  await expect(run(others)).rejects.toThrow(
    /^The property ReaderSecretArn of the custom resource is missing or wrong: /u,
  );
});

test.each([
  [
    'denied',
    /^The database was not set up: AWS does not allow this: the caller needs rds-data:ExecuteStatement/u,
  ],
  ['SecretsErrorException', /^The database was not set up: The secret cannot be used: name one/u],
])('%s is a sentence with what to do', async (fault, sentence) => {
  await local.api.faults.set(fault);

  await expect(run()).rejects.toThrow(sentence);
});

test('a database that is not there is named', async () => {
  await expect(run({ ...properties, DatabaseName: 'portals' })).rejects.toThrow(
    /^The database was not set up: There is no database "portals" in the cluster arn:aws:rds:/u,
  );
});
