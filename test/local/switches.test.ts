/** Tests the switches under `/_local/` on the whole service. */

import { faultTable } from '../../local/stand-in.ts';
import { type Answer, recordsOf } from '../support/ask.ts';
import { TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ startups: 3 });
});
afterAll(async () => service.close());

const turn = async (method: string, route: string, body = '', headers = {}): Promise<Answer> =>
  service.ask(`/_local/${route}`, { method, body, headers });

const bodyOf = ({ body }: Answer): unknown => JSON.parse(body.toString());

test.each([
  ['GET', '', {}],
  ['POST', 'database/down', { database: 'down' }],
  ['POST', 'last-good/hang', { lastGood: 'hang' }],
  ['POST', 'gateway/down', { gateway: 'down' }],
])('%s /_local/%s returns the current faults', async (method, path, changed) => {
  const answer = await turn(method, path);
  for (const part of ['database', 'last-good', 'gateway']) await turn('POST', `${part}/up`);

  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(bodyOf(answer)).toEqual({ database: 'up', gateway: 'up', lastGood: 'up', ...changed });
});

test('the switch for SQL returns the rows of a statement, or the error of PostgreSQL', async () => {
  const counted = await turn('POST', 'sql', 'SELECT count(*) FROM directory.startups');
  const refused = await turn('POST', 'sql', 'SELECT * FROM portal.jbos');

  expect(bodyOf(counted)).toEqual({ command: 'SELECT', rowCount: 1, rows: [{ count: '3' }] });
  expect(refused.status).toBe(400);
  expect(bodyOf(refused)).toMatchObject({ detail: 'relation "portal.jbos" does not exist' });
});

test.each(['https://example.org', 'null'])(
  'a website (Origin: %s) cannot change anything with a switch',
  async (origin) => {
    const answers = [
      await turn('POST', 'sql', 'DROP SCHEMA directory CASCADE', { origin }),
      await turn('POST', 'gateway/down', '', { origin }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    expect(recordsOf(await service.get('startups'))).toHaveLength(3);
  },
);

const databaseFaults = Object.keys(faultTable.database).join(', ');

test('/_local/help is plain text that lists the faults of the database', async () => {
  const { status, headers, body } = await turn('GET', 'help');

  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body.toString()).toContain(
    `POST /_local/database/<fault>\n    set a fault: ${databaseFaults}\n`,
  );
});
