import { once } from 'node:events';
import { connect, createServer } from 'node:net';

import { dataApiFaults, exceptions } from '../../../local/data-api/exceptions.ts';
import {
  type DataApi,
  type FinishedCall,
  startDataApi,
} from '../../../local/data-api/start-data-api.ts';
import {
  type LocalDatabase,
  type QueryResult,
  type Session,
  SqlError,
} from '../../../local/database/local-database.ts';
import { listen } from '../../../local/endpoint/server.ts';
import { clusterOf, DataApiClient } from '../../support/database/data-api-client.ts';
import { signal } from '../../support/time/until.ts';
import { VirtualClock } from '../../support/time/virtual-clock.ts';

const oneRow: QueryResult = {
  command: 'SELECT',
  rowCount: 1,
  columns: [{ name: 'n', typeOid: 23 }],
  rows: [['1']],
};

/** Every statement ends when, and as, the test says. */
class ScriptedDatabase implements LocalDatabase {
  /** What each statement resolves to, until it is replaced. */
  answer: () => Promise<QueryResult> = async () => oneRow;
  /** The statements that ran, in order. */
  readonly statements: string[] = [];
  cancelled = 0;
  /** Called whenever a session is given back. */
  onRelease: () => void = () => undefined;
  #cancel: (error: Error) => void = () => undefined;

  async session(): Promise<Session> {
    return {
      query: async (sql) => {
        this.statements.push(sql);
        return Promise.race([this.answer(), this.#untilCancelled()]);
      },
      script: async () => undefined,
      cancel: async () => {
        this.cancelled += 1;
        this.#cancel(new SqlError('canceling statement due to user request', '57014'));
      },
      release: async () => {
        this.onRelease();
      },
    };
  }

  async runScript(): Promise<void> {}
  async close(): Promise<void> {}

  #untilCancelled(): Promise<never> {
    return new Promise((_resolve, reject) => {
      this.#cancel = reject;
    });
  }
}

let clock: VirtualClock;
let database: ScriptedDatabase;
let finished: FinishedCall[];
let api: DataApi;
let client: DataApiClient;

beforeEach(async () => {
  clock = new VirtualClock();
  database = new ScriptedDatabase();
  finished = [];
  api = await startDataApi({
    ...clusterOf(),
    database,
    clock,
    onCall: (call) => finished.push(call),
  });
  client = new DataApiClient(api.url);
});
afterEach(async () => {
  client.close();
  await api.close();
});

const answer = () => client.value('SELECT 1');
const one = { longValue: 1 };

test.each(Object.entries(exceptions))(
  '%s arrives as the SDK knows it',
  async (name, { status }) => {
    await api.faults.set(name);

    await expect(client.execute('SELECT 1')).rejects.toMatchObject({
      name,
      $metadata: { httpStatusCode: status },
    });
  },
);

test.each([
  ['resuming', 'DatabaseResumingException', 400],
  ['unavailable', 'DatabaseUnavailableException', 504],
  ['timeout', 'StatementTimeoutException', 400],
  ['throttled', 'ThrottlingException', 429],
  ['denied', 'AccessDeniedException', 403],
])('%s is %s', async (fault, name, httpStatusCode) => {
  await api.faults.set(fault);

  await expect(client.execute('SELECT 1')).rejects.toMatchObject({
    name,
    $metadata: { httpStatusCode },
  });
});

test('garbage is a page that no SDK can read', async () => {
  await api.faults.set('garbage');

  await expect(client.execute('SELECT 1')).rejects.toMatchObject({ name: 'SyntaxError' });
});

test('down resets connections, open and new, and no one else can take the port meanwhile', async () => {
  const port = Number(new URL(api.url).port);
  const open = connect(port, '127.0.0.1');
  await once(open, 'connect');
  expect(await answer()).toEqual(one); // and with it the server has accepted the one before
  const broken = once(open, 'error');

  await api.faults.set('down');

  expect(await broken).toMatchObject([{ code: 'ECONNRESET' }]);
  await expect(client.execute('SELECT 1')).rejects.toThrow('ECONNRESET');
  await expect(listen(createServer(), port)).rejects.toThrow('another program uses it');
  await api.faults.set('up');
  expect(await answer()).toEqual(one);
});

test('reset breaks the connection', async () => {
  await api.faults.set('reset');

  await expect(client.execute('SELECT 1')).rejects.toThrow('socket hang up');
});

test('a call that hangs is broken off when the fault changes', async () => {
  await api.faults.set('hang');
  const outcome = answer().catch((error: unknown) => error);
  while (api.calls.total === 0) await clock.pass(0);

  await api.faults.set('up');

  expect(String(await outcome)).toContain('socket hang up');
  expect(await answer()).toEqual(one);
});

test('slow answers after two seconds', async () => {
  await api.faults.set('slow');
  const call = answer();
  while (clock.pending === 0) await clock.pass(0);

  await clock.pass(2000);

  expect(await call).toEqual(one);
});

test('a fault can end after some calls', async () => {
  await api.faults.set('resuming', { calls: 2 });

  await expect(answer()).rejects.toMatchObject({ name: 'DatabaseResumingException' });
  await expect(answer()).rejects.toMatchObject({ name: 'DatabaseResumingException' });
  expect(await answer()).toEqual(one);
  expect(api.faults.name).toBe('up');
});

test('an unknown fault is answered with the names there are', async () => {
  await expect(api.faults.set('broken')).rejects.toThrow(
    `There is no fault named "broken"; there are: ${Object.keys(dataApiFaults).join(', ')}`,
  );
});

test('every call is counted and reported', async () => {
  expect(await answer()).toEqual(one);
  await api.faults.set('denied');
  await expect(client.begin()).rejects.toMatchObject({ name: 'AccessDeniedException' });

  expect(api.calls.total).toBe(2);
  expect(api.calls.of('ExecuteStatement')).toBe(1);
  expect(finished).toEqual([
    { operation: 'ExecuteStatement', status: 200, bytes: expect.any(Number) as number },
    { operation: 'BeginTransaction', status: 403, bytes: expect.any(Number) as number },
  ]);
  expect(finished[0]?.bytes).toBeGreaterThan(0);
});

const STATEMENT_LIMIT_MS = 45_000;

describe('a statement that takes long', () => {
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
