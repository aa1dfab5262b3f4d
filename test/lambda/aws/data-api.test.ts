import {
  BeginTransactionCommand,
  CommitTransactionCommand,
  ExecuteStatementCommand,
  RDSDataClient,
  RollbackTransactionCommand,
} from '@aws-sdk/client-rds-data';
import { mockClient } from 'aws-sdk-client-mock';

import { dataApi } from '../../../lambda/aws/data-api.ts';

/** What is sent, word for word; `test/lambda/read.test.ts` shows the same through the real SDK. */
const client = new RDSDataClient();
const rdsData = mockClient(client);
const secret = { resourceArn: 'the cluster', secretArn: 'the reader' };
const address = { ...secret, database: 'portal' };
const database = dataApi(client, address);
const { signal } = new AbortController();
const failure = new Error('the work failed');
const failing = async (): Promise<never> => Promise.reject(failure);

beforeEach(() => {
  rdsData.reset();
  rdsData.on(BeginTransactionCommand).resolves({ transactionId: 'seven' });
  rdsData.on(ExecuteStatementCommand).resolves({ records: [] });
  rdsData.on(CommitTransactionCommand).resolves({});
  rdsData.on(RollbackTransactionCommand).resolves({});
});

/** Every call: its name, its input and with which signal it was sent. */
function calls() {
  return rdsData.calls().map(({ args }) => {
    const [command, options] = args as unknown as [(typeof args)[0], { abortSignal: AbortSignal }];
    return [command.constructor.name.replace('Command', ''), command.input, options.abortSignal];
  });
}

function names(): readonly unknown[] {
  return calls().map(([name]) => name);
}

describe('one statement', () => {
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
});

describe('a transaction', () => {
  it('is committed when its work is done', async () => {
    const result = await database.inTransaction(signal, async (execute) => {
      await execute('SELECT 1');
      return 'done';
    });

    const statement = { ...address, sql: 'SELECT 1', parameters: [], transactionId: 'seven' };
    expect(result).toBe('done');
    expect(calls()).toEqual([
      ['BeginTransaction', address, signal],
      ['ExecuteStatement', statement, signal],
      ['CommitTransaction', { ...secret, transactionId: 'seven' }, signal],
    ]);
  });

  it.each([
    ['its work', () => {}, failing, ['BeginTransaction', 'RollbackTransaction']],
    [
      'its commit',
      () => rdsData.on(CommitTransactionCommand).rejects(failure),
      async () => {},
      ['BeginTransaction', 'CommitTransaction', 'RollbackTransaction'],
    ],
    [
      'the rollback, too,',
      () => rdsData.on(RollbackTransactionCommand).rejects(new Error('gone')),
      failing,
      ['BeginTransaction', 'RollbackTransaction'],
    ],
    [
      'its begin',
      () => rdsData.on(BeginTransactionCommand).rejects(failure),
      async () => {},
      ['BeginTransaction'],
    ],
  ])('of which %s fails is rolled back, and fails with that', async (_, given, work, expected) => {
    given();

    await expect(database.inTransaction<void>(signal, work)).rejects.toBe(failure);
    expect(names()).toEqual(expected);
  });

  it.each([
    ['asks nothing more: the service ends what is left', undefined, []],
    ['is rolled back within another time, if it is given one', signal, ['RollbackTransaction']],
  ])('whose time is over %s', async (_, rollback, expected) => {
    const controller = new AbortController();
    const work = async () => {
      controller.abort(failure);
      return failing();
    };

    const working = database.inTransaction(controller.signal, work, rollback && (() => rollback));

    await expect(working).rejects.toBe(failure);
    expect(names().slice(1)).toEqual(expected);
    expect(calls().at(-1)?.[2]).toBe(rollback ?? controller.signal);
  });
});
