import { once } from 'node:events';
import { connect, createServer } from 'node:net';

import { dataApiFaults, exceptions } from '../../../local/data-api/exceptions.ts';
import {
  type DataApi,
  type FinishedCall,
  startDataApi,
} from '../../../local/data-api/start-data-api.ts';
import { listen } from '../../../local/endpoint/server.ts';
import { clusterOf, DataApiClient } from '../../support/database/data-api-client.ts';
import { ScriptedDatabase } from './scripted-database.ts';
import { VirtualClock } from '../../support/time/virtual-clock.ts';

let clock: VirtualClock;
let finished: FinishedCall[];
let api: DataApi;
let client: DataApiClient;

beforeEach(async () => {
  clock = new VirtualClock();
  finished = [];
  api = await startDataApi({
    ...clusterOf(),
    database: new ScriptedDatabase(),
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

test('slow answers after the seconds it was given', async () => {
  await api.faults.set('slow', { delaySeconds: 5 });
  const call = answer();
  while (clock.pending === 0) await clock.pass(0);

  await clock.pass(5000);

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
