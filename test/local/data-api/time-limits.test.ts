import { type DataApi, startDataApi } from '../../../local/data-api/start-data-api.ts';
import { clusterOf, DataApiClient } from '../../support/database/data-api-client.ts';
import { openCopyOf } from '../../support/database/databases.ts';
import { oneRow, ScriptedDatabase } from './scripted-database.ts';
import { signal } from '../../support/time/until.ts';
import { VirtualClock } from '../../support/time/virtual-clock.ts';

const STATEMENT_LIMIT_MS = 45_000;

describe('a statement that takes long', () => {
  let clock: VirtualClock;
  let database: ScriptedDatabase;
  let api: DataApi;
  let client: DataApiClient;

  beforeEach(async () => {
    clock = new VirtualClock();
    database = new ScriptedDatabase();
    api = await startDataApi({ ...clusterOf(), database, clock });
    client = new DataApiClient(api.url);
  });
  afterEach(async () => {
    client.close();
    await api.close();
  });

  /** Resolves when the statement runs, which then never ends by itself. */
  const endless = () => {
    const running = signal();
    database.answer = () => {
      running.tell();
      return new Promise(() => undefined);
    };
    return running.seen;
  };

  test('is cancelled after 45 seconds', async () => {
    const running = endless();
    const call = client.execute('SELECT slow()');
    const outcome = call.catch((error: unknown) => error);
    await running;
    await clock.pass(STATEMENT_LIMIT_MS - 1);
    expect(database.cancelled).toBe(0);

    await clock.pass(1);

    expect(await outcome).toMatchObject({
      name: 'StatementTimeoutException',
      $metadata: { httpStatusCode: 400 },
    });
    expect(database.cancelled).toBe(1);
  });

  test('fails when it ends where it could not be cancelled', async () => {
    database.answer = async () => {
      clock.jump(STATEMENT_LIMIT_MS);
      return oneRow;
    };

    await expect(client.execute('SELECT slow()')).rejects.toMatchObject({
      name: 'StatementTimeoutException',
    });
  });

  test('is cancelled and its session freed when the client hangs up', async () => {
    const running = endless();
    const released = signal();
    database.onRelease = released.tell;
    const caller = new AbortController();
    const call = client.execute('SELECT slow()', [], {}, caller.signal);
    await running;

    caller.abort();

    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    await released.seen;
    expect(database.cancelled).toBe(1);
  });

  test('ends its transaction when the client hangs up', async () => {
    const transactionId = await client.begin();
    const running = endless();
    const released = signal();
    database.onRelease = released.tell;
    const caller = new AbortController();
    const call = client.execute('SELECT slow()', [], { transactionId }, caller.signal);
    await running;

    caller.abort();

    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    await released.seen;
    await expect(client.commit(transactionId)).rejects.toMatchObject({
      name: 'TransactionNotFoundException',
    });
  });
});

test('a client that hangs up while it waits for the only session leaves the queue', async () => {
  const database = await openCopyOf('empty');
  const api = await startDataApi({ ...clusterOf(), database });
  const client = new DataApiClient(api.url);
  const caller = new AbortController();
  const wanted = signal();
  const holder = await database.session({ onWanted: wanted.tell });
  const call = client.execute('SELECT 1', [], {}, caller.signal);
  await wanted.seen;

  caller.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  await holder.release();

  expect(await client.value('SELECT 1')).toEqual({ longValue: 1 });
  client.close();
  await api.close();
  await database.close();
}, 20_000);
