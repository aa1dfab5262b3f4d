import { answerSwitch, type GatewayState, type Switches } from '../../local/switches.ts';

let switches: Switches;
let current: string;
let deleted: string[];
let ended: number;
let gateway: GatewayState;
let store: string;
beforeEach(() => {
  current = 'up';
  deleted = [];
  ended = 0;
  gateway = 'up';
  store = 'up';
  switches = {
    faults: { up: 'healthy', down: 'every connection is reset' },
    currentFault: () => current,
    setFault: async (name) => {
      current = name;
    },
    deleteCopy: async (name) => {
      deleted.push(name);
    },
    endEnvironments: () => {
      ended += 1;
    },
    gateway: () => gateway,
    setGateway: (state) => {
      gateway = state;
    },
    storeFaults: { up: 'healthy', hang: 'never answers' },
    currentStoreFault: () => store,
    setStoreFault: async (name) => {
      store = name;
    },
  };
});

async function answer(method: string, path: string): Promise<{ status: number; json: unknown }> {
  const { statusCode, headers, body } = await answerSwitch(switches, method, path);
  expect(headers['Cache-Control']).toBe('no-store');
  return { status: statusCode, json: JSON.parse(body.toString()) };
}

test('the state is told', async () => {
  expect(await answer('GET', '/_local/')).toEqual({
    status: 200,
    json: { database: 'up', meaning: 'healthy', gateway: 'up', lastGood: 'up' },
  });
});

test('the database is given a fault', async () => {
  expect(await answer('POST', '/_local/database/down')).toEqual({
    status: 200,
    json: {
      database: 'down',
      meaning: 'every connection is reset',
      gateway: 'up',
      lastGood: 'up',
    },
  });
});

test('a last-good copy is deleted', async () => {
  const { status } = await answer('DELETE', '/_local/last-good/founders');

  expect([status, deleted]).toEqual([200, ['founders']]);
});

test('the gateway is cut off from its functions', async () => {
  const { status } = await answer('POST', '/_local/gateway/down');

  expect([status, gateway]).toEqual([200, 'down']);
});

test('the store of last-good copies is given a fault', async () => {
  const { status } = await answer('POST', '/_local/last-good/hang');

  expect([status, store]).toEqual([200, 'hang']);
});

test('the edge forgets what it keeps, and an hour passes for it', async () => {
  const passed: number[] = [];
  const clear = jest.fn();
  switches = { ...switches, edge: { clear, passTime: (seconds) => passed.push(seconds) } };

  expect((await answer('DELETE', '/_local/edge')).status).toBe(200);
  expect((await answer('POST', '/_local/edge/later/3600')).status).toBe(200);

  expect(clear).toHaveBeenCalledTimes(1);
  expect(passed).toEqual([3600]);
});

test.each([
  ['DELETE', '/_local/edge'],
  ['POST', '/_local/edge/later/60'],
])('%s %s says how to get an edge where there is none', async (method, path) => {
  expect(await answer(method, path)).toMatchObject({
    status: 404,
    json: { detail: 'There is no edge: start the service with npm start -- --edge.' },
  });
});

test('the environments are ended', async () => {
  const { status } = await answer('DELETE', '/_local/environments');

  expect([status, ended]).toEqual([200, 1]);
});

test.each([
  ['POST', '/_local/database/dwon', 'There is no fault "dwon"; there are: up, down.'],
  ['POST', '/_local/database/', 'There is no fault ""; there are: up, down.'],
  ['POST', '/_local/database/toString', 'There is no fault "toString"; there are: up, down.'],
  [
    'DELETE',
    '/_local/last-good/jbos',
    'There is no directory "jbos"; there are: startups, founders, jobs.',
  ],
])('%s %s lists the names there are', async (method, path, detail) => {
  expect(await answer(method, path)).toMatchObject({ status: 404, json: { detail } });
  expect([current, deleted]).toEqual(['up', []]);
});

test.each([
  ['GET', '/_local/database/down'],
  ['POST', '/_local/'],
  ['PUT', '/_local/last-good/jobs'],
  ['GET', '/_local/something'],
])('%s %s is no switch, and says which there are', async (method, path) => {
  const { status, json } = await answer(method, path);

  expect(status).toBe(404);
  expect(json).toMatchObject({
    detail: expect.stringContaining('POST /_local/database/<fault>') as unknown,
  });
  expect([current, deleted, ended]).toEqual(['up', [], 0]);
});
