import {
  BeginTransactionCommand,
  CommitTransactionCommand,
  ExecuteStatementCommand,
  RDSDataClient,
  RollbackTransactionCommand,
} from '@aws-sdk/client-rds-data';
import { mockClient } from 'aws-sdk-client-mock';

import { dataApi } from '../../../lambda/aws/data-api.ts';
import { DeadlineExceeded } from '../../../lambda/aws/clock.ts';

/** What is sent, word for word; `test/lambda/read.test.ts` shows the same through the real SDK. */
const rdsData = mockClient(RDSDataClient);
const secret = { resourceArn: 'the cluster', secretArn: 'the reader' };
const address = { ...secret, database: 'portal' };
const client = new RDSDataClient({});
const database = dataApi(client, address);
const { signal } = new AbortController();
const failure = new Error('a page does not follow');
const fails = async () => Promise.reject(failure);
const hangs = async () => new Promise(() => {});

beforeEach(() => {
  rdsData.reset();
  rdsData.on(BeginTransactionCommand).resolves({ transactionId: 'seven' });
  rdsData.on(ExecuteStatementCommand).resolves({ records: [] });
  rdsData.on(CommitTransactionCommand).resolves({});
  rdsData.on(RollbackTransactionCommand).resolves({});
});

/** The calls so far by their names. */
function calls(): readonly string[] {
  return rdsData.calls().map(({ args: [command] }) => command.constructor.name);
}

/** What each was sent with, besides its input. */
function options(): readonly unknown[] {
  return rdsData.calls().map(({ args }) => (args as readonly unknown[])[1]);
}

function inputs(): readonly unknown[] {
  return rdsData.calls().map(({ args: [command] }) => command.input);
}

describe('one statement', () => {
  it('names the cluster, the secret and the database, and types its parameters', async () => {
    await database.execute(signal)('SELECT :a, :b', { a: 'text', b: 7 });

    const parameters = [
      { name: 'a', value: { stringValue: 'text' } },
      { name: 'b', value: { longValue: 7 } },
    ];
    expect(inputs()).toEqual([{ ...address, sql: 'SELECT :a, :b', parameters }]);
    expect(options()).toEqual([{ abortSignal: signal }]);
  });

  it('gives rows of plain values, empty and zero ones too', async () => {
    rdsData.on(ExecuteStatementCommand).resolves({
      records: [
        [{ stringValue: 'a' }, { longValue: 1 }, { booleanValue: true }, { doubleValue: 1.5 }],
        [{ stringValue: '' }, { longValue: 0 }, { booleanValue: false }, { isNull: true }],
      ],
    });

    expect(await database.execute(signal)('SELECT')).toEqual([
      ['a', 1, true, 1.5],
      ['', 0, false, null],
    ]);
  });

  it('that answers without records has no rows', async () => {
    rdsData.on(ExecuteStatementCommand).resolves({});

    expect(await database.execute(signal)('SET')).toEqual([]);
  });

  it('that hangs is an outage when its time is over', async () => {
    rdsData.on(ExecuteStatementCommand).callsFake(hangs);
    const controller = new AbortController();

    const selecting = database.execute(controller.signal)('SELECT');
    controller.abort(new DeadlineExceeded(3000));

    await expect(selecting).rejects.toMatchObject({ milliseconds: 3000 });
  });
});

describe('a transaction', () => {
  it('is committed when its work is done', async () => {
    const result = await database.inTransaction(signal, async (select) => {
      await select('SELECT 1');
      return 'done';
    });

    expect(result).toBe('done');
    const statement = { ...address, sql: 'SELECT 1', parameters: [], transactionId: 'seven' };
    expect(inputs()).toEqual([address, statement, { ...secret, transactionId: 'seven' }]);
    expect(calls().at(-1)).toBe('CommitTransactionCommand');
    expect(options()).toEqual(calls().map(() => ({ abortSignal: signal })));
  });

  it('is rolled back, and fails with what made it fail, when the work in it fails', async () => {
    await expect(database.inTransaction(signal, fails)).rejects.toBe(failure);

    expect(calls()).toEqual(['BeginTransactionCommand', 'RollbackTransactionCommand']);
    expect(inputs().at(-1)).toEqual({ ...secret, transactionId: 'seven' });
    expect(options().at(-1)).toEqual({ abortSignal: signal });
  });

  it('is rolled back when it cannot be committed', async () => {
    rdsData.on(CommitTransactionCommand).rejects(failure);

    const working = database.inTransaction(signal, async () => 'done');

    await expect(working).rejects.toBe(failure);
    expect(calls().at(-1)).toBe('RollbackTransactionCommand');
  });

  it('fails with what made it fail though the rollback fails too', async () => {
    rdsData.on(RollbackTransactionCommand).rejects(new Error('gone'));

    await expect(database.inTransaction(signal, fails)).rejects.toBe(failure);
  });

  it.each([
    ['asks nothing more: the service ends what is left of it', undefined, []],
    [
      'is rolled back within a time of its own where there is one',
      new AbortController().signal,
      ['RollbackTransactionCommand'],
    ],
  ])('whose time is over %s', async (_, rollback, rolledBack) => {
    const controller = new AbortController();

    const working = database.inTransaction(
      controller.signal,
      async (execute) => {
        controller.abort(new DeadlineExceeded(8000));
        return execute('SELECT 1');
      },
      rollback && (() => rollback),
    );

    await expect(working).rejects.toMatchObject({ milliseconds: 8000 });
    expect(calls().slice(2)).toEqual(rolledBack);
    expect(options().at(-1)).toEqual({ abortSignal: rollback ?? controller.signal });
  });

  it('does not wait for a rollback that hangs when its time is over', async () => {
    rdsData.on(RollbackTransactionCommand).callsFake(hangs);
    const controller = new AbortController();

    const working = database.inTransaction(controller.signal, fails);
    setImmediate(() => {
      controller.abort(new DeadlineExceeded(8000));
    });

    await expect(working).rejects.toBe(failure);
  });

  it('that cannot begin is not rolled back', async () => {
    rdsData.on(BeginTransactionCommand).rejects(failure);

    const working = database.inTransaction(signal, async () => 'done');

    await expect(working).rejects.toBe(failure);
    expect(calls()).toEqual(['BeginTransactionCommand']);
  });
});

it('closes its connections', () => {
  const destroyed = jest.spyOn(client, 'destroy');

  database.closeConnections();

  expect(destroyed).toHaveBeenCalledTimes(1);
});
