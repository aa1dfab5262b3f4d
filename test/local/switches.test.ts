import { answerSwitch, type Switches } from '../../local/switches.ts';

let switches: Switches;
let current: string;
let deleted: string[];
let ended: number;
beforeEach(() => {
  current = 'up';
  deleted = [];
  ended = 0;
  switches = {
    faults: { up: 'healthy', down: 'the connection is refused' },
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
    json: { database: 'up', meaning: 'healthy' },
  });
});

test('the database is given a fault', async () => {
  expect(await answer('POST', '/_local/database/down')).toEqual({
    status: 200,
    json: { database: 'down', meaning: 'the connection is refused' },
  });
});

test('a last-good copy is deleted', async () => {
  const { status } = await answer('DELETE', '/_local/last-good/founders');

  expect([status, deleted]).toEqual([200, ['founders']]);
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
  ['POST', '/_local/last-good/jobs'],
  ['GET', '/_local/something'],
])('%s %s is no switch, and says which there are', async (method, path) => {
  const { status, json } = await answer(method, path);

  expect(status).toBe(404);
  expect(json).toMatchObject({
    detail: expect.stringContaining('POST /_local/database/<fault>') as unknown,
  });
  expect([current, deleted, ended]).toEqual(['up', [], 0]);
});
