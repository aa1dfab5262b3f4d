import { SqlError } from '../../local/local-database.ts';
import { type Server, startServer } from '../../local/http-server.ts';
import { Faults, faultTable } from '../../local/stand-in.ts';
import { answerSwitch, type Switched } from '../../local/switches.ts';

let store: Server;
let asked: string[];
let ended: number;
/** Answers the next statement. */
let query: jest.Mock;
let release: jest.Mock;
let service: Switched;
/** Answers the next event. */
let invoke: jest.Mock<Promise<string>, [unknown]>;
beforeAll(async () => {
  store = await startServer(async ({ request }) => {
    asked.push(`${request.method} ${request.url}`);
    return { status: 204, headers: {}, body: '' };
  });
});
beforeEach(() => {
  asked = [];
  ended = 0;
  query = jest.fn();
  release = jest.fn();
  invoke = jest.fn(async (_event: unknown) => '{"records":12}');
  service = {
    database: { session: async () => ({ query, release }) as never },
    dataApi: { faults: new Faults('database') },
    objectStore: { url: store.url, faults: new Faults('last-good') },
    gateway: new Faults('gateway'),
    functions: new Map([['jobs', { endEnvironments: () => (ended += 1), invoke }]]),
  };
});
afterAll(async () => store.close());

async function answer(
  method: string,
  path: string,
  sent = '',
  sentHeaders = {},
): Promise<{ status: number; json: unknown }> {
  const request = { method, path, headers: sentHeaders };
  const { status, headers, body } = await answerSwitch(service, request, async () => sent);
  expect(headers['Cache-Control']).toBe('no-store');
  return { status, json: JSON.parse(body.toString()) };
}

test.each([
  ['GET', '', {}],
  ['POST', 'database/down', { database: 'down', meaning: 'every connection is reset' }],
  ['POST', 'last-good/hang', { lastGood: 'hang' }],
  ['POST', 'gateway/down', { gateway: 'down' }],
])('%s /_local/%s answers with the state', async (method, path, changed) => {
  expect(await answer(method, `/_local/${path}`)).toEqual({
    status: 200,
    json: { database: 'up', meaning: 'healthy', gateway: 'up', lastGood: 'up', ...changed },
  });
});

describe('a statement', () => {
  test('that PostgreSQL refuses is told with its words', async () => {
    query.mockRejectedValue(new SqlError('relation "portal.jbos" does not exist', '42P01'));

    expect(await answer('POST', '/_local/sql', 'the statement')).toMatchObject({
      status: 400,
      json: { detail: 'relation "portal.jbos" does not exist' },
    });
    expect(release).toHaveBeenCalledTimes(1);
  });
});

test.each(['https://example.org', 'null'])(
  'a website (Origin: %s) turns no switch',
  async (origin) => {
    const answers = [
      await answer('POST', '/_local/sql', 'the statement', { origin }),
      await answer('DELETE', '/_local/environments', '', { origin }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    expect([query.mock.calls, ended]).toEqual([[], 0]);
  },
);

const databaseFaults = Object.keys(faultTable.database).join(', ');
const storeFaults = Object.keys(faultTable['last-good']).join(', ');
const directories = 'startups, founders, jobs';

test.each([
  ['POST', 'database/dwon', `There is no fault "dwon"; there are: ${databaseFaults}.`],
  ['POST', 'database/toString', `There is no fault "toString"; there are: ${databaseFaults}.`],
  ['POST', 'last-good/up!', `There is no fault "up!"; there are: ${storeFaults}.`],
  ['POST', 'gateway/left', 'There is no fault "left"; there are: up, down.'],
  ['POST', 'invoke/jbos', `There is no directory "jbos"; there are: ${directories}.`],
  ['DELETE', 'last-good/jbos', `There is no directory "jbos"; there are: ${directories}.`],
])('%s /_local/%s lists the names there are', async (method, path, detail) => {
  expect(await answer(method, `/_local/${path}`)).toMatchObject({ status: 404, json: { detail } });
  expectNothingChanged();
});

function expectNothingChanged(): void {
  const { dataApi, objectStore, gateway } = service;
  expect([dataApi.faults.name, objectStore.faults.name, gateway.name]).toEqual(['up', 'up', 'up']);
  expect([asked, ended]).toEqual([[], 0]);
}
