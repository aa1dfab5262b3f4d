import type { LocalDatabase } from '../../../local/database/local-database.ts';
import { type DataApi, startDataApi } from '../../../local/data-api/start-data-api.ts';
import { clusterOf, DataApiClient, readerSecret } from '../../support/database/data-api-client.ts';
import { databases } from '../../support/database/databases.ts';
import { VirtualClock } from '../../support/time/virtual-clock.ts';

const KIB = 1024;
const MINUTE_MS = 60_000;

describe.each(databases())('transactions on $name', ({ name, open }) => {
  let clock: VirtualClock;
  let database: LocalDatabase;
  let api: DataApi;
  let client: DataApiClient;

  beforeAll(async () => {
    database = await open();
    await database.runScript('CREATE TABLE thing (id int PRIMARY KEY)');
  });
  beforeEach(async () => {
    clock = new VirtualClock();
    api = await startDataApi({ ...clusterOf(), database, clock });
    client = new DataApiClient(api.url);
  });
  afterEach(async () => {
    client.close();
    await api.close();
    await database.runScript('TRUNCATE thing');
  });
  afterAll(() => database.close());

  const notFound = { name: 'TransactionNotFoundException', $metadata: { httpStatusCode: 404 } };
  const insert = (id: number, transactionId: string) =>
    client.execute(`INSERT INTO thing VALUES (${id})`, [], { transactionId });
  const count = () => client.value('SELECT count(*) FROM thing');
  const rowsOf = (bytes: number, rows: number) =>
    `SELECT repeat('x', ${bytes}) FROM generate_series(1, ${rows})`;

  test('a commit keeps the changes, and the id is gone', async () => {
    const transactionId = await client.begin();
    await insert(1, transactionId);

    expect(await client.commit(transactionId)).toMatchObject({
      transactionStatus: 'Transaction Committed',
    });
    expect(await count()).toEqual({ longValue: 1 });
    await expect(client.commit(transactionId)).rejects.toMatchObject(notFound);
  });

  test('a rollback drops the changes', async () => {
    const transactionId = await client.begin();
    await insert(1, transactionId);

    expect(await client.rollback(transactionId)).toMatchObject({
      transactionStatus: 'Rollback Complete',
    });
    expect(await count()).toEqual({ longValue: 0 });
  });

  test('an error rolls the transaction back and ends it', async () => {
    const transactionId = await client.begin();
    await insert(1, transactionId);

    await expect(insert(1, transactionId)).rejects.toMatchObject({
      name: 'DatabaseErrorException',
    });
    await expect(insert(2, transactionId)).rejects.toMatchObject(notFound);
    expect(await count()).toEqual({ longValue: 0 });
  });

  test('one statement runs at a time', async () => {
    const transactionId = await client.begin();
    const ids = [1, 2, 3, 4];
    const results = await Promise.allSettled(ids.map((id) => insert(id, transactionId)));

    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.length).toBeLessThan(ids.length);
    for (const { reason } of refused) {
      expect(reason).toMatchObject({ message: 'Transaction is still running a query' });
    }
    await client.commit(transactionId);
  });

  test('it ends after three minutes without a call', async () => {
    const transactionId = await client.begin();
    await clock.pass(2 * MINUTE_MS);
    await insert(1, transactionId);
    await clock.pass(2 * MINUTE_MS);
    await insert(2, transactionId);

    await clock.pass(3 * MINUTE_MS);

    await expect(insert(3, transactionId)).rejects.toMatchObject(notFound);
    expect(await count()).toEqual({ longValue: 0 });
  });

  test('it ends after a day, however busy it is', async () => {
    const transactionId = await client.begin();
    clock.jump(24 * 60 * MINUTE_MS - 1000);
    await insert(1, transactionId);

    await clock.pass(1000);

    await expect(insert(2, transactionId)).rejects.toMatchObject(notFound);
  });

  test('another secret cannot use it', async () => {
    const transactionId = await client.begin();
    const other = new DataApiClient(api.url, readerSecret);

    await expect(other.commit(transactionId)).rejects.toMatchObject({
      name: 'BadRequestException',
    });
    other.close();
  });

  test('closing the endpoint rolls back what is open', async () => {
    await insert(1, await client.begin());
    await api.close();

    const session = await database.session();
    const { rows } = await session.query('SELECT count(*) FROM thing');
    await session.release();

    expect(rows).toEqual([['0']]);
  });

  if (name === 'PGlite') {
    test('somebody who waits for the only session gets it once the transaction is idle', async () => {
      const transactionId = await client.begin();
      const waiting = database.session();
      await clock.pass(1999);
      await insert(1, transactionId); // alive: its two seconds begin again
      await clock.pass(1999);
      await insert(2, transactionId);

      await clock.pass(2000);
      await (await waiting).release();

      await expect(insert(3, transactionId)).rejects.toMatchObject(notFound);
    });
  } else {
    test('an open transaction keeps nobody waiting', async () => {
      const transactionId = await client.begin();
      await insert(1, transactionId);

      expect(await count()).toEqual({ longValue: 0 });
    });
  }

  test('a row may have 64 KiB and no more', async () => {
    const overhead = 11; // of the DataRow message, with one value

    await client.execute(rowsOf(64 * KIB - overhead, 1));
    await expect(client.execute(rowsOf(64 * KIB - overhead + 1, 1))).rejects.toMatchObject({
      name: 'DatabaseErrorException',
      message: expect.stringContaining('Packet for query is too large') as unknown,
    });
  });

  test('a response may have 1 MiB and no more, in the database as in JSON', async () => {
    const tooMuch = {
      name: 'DatabaseErrorException',
      message: 'Database returned more than the allowed response size limit',
    };
    const jsonOfEmptyRow = `[{"stringValue":""}],`.length;

    await client.execute(rowsOf(KIB - 2 * jsonOfEmptyRow, KIB));
    await expect(client.execute(rowsOf(KIB, KIB))).rejects.toMatchObject(tooMuch);
    await expect(client.execute(rowsOf(10, 40 * KIB))).rejects.toMatchObject(tooMuch);
  });

  test('a response over the limit ends the transaction', async () => {
    const transactionId = await client.begin();

    await expect(client.execute(rowsOf(KIB, KIB), [], { transactionId })).rejects.toMatchObject({
      message: expect.stringContaining('allowed response size limit') as unknown,
    });
    await expect(client.commit(transactionId)).rejects.toMatchObject(notFound);
  });

  test('a request may have 4 MiB and no more', async () => {
    const parameters = (bytes: number) => [
      { name: 'x', value: { stringValue: 'x'.repeat(bytes) } },
    ];
    const length = await client.value('SELECT length(:x)', parameters(4 * KIB * KIB - 2 * KIB));

    expect(length).toEqual({ longValue: 4 * KIB * KIB - 2 * KIB });
    await expect(
      client.execute('SELECT length(:x)', parameters(4 * KIB * KIB)),
    ).rejects.toMatchObject({ name: 'BadRequestException' });
  });
});
