/** The drill of the whole service on this machine, and what it says when what it looks for is broken. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import {
  GetFunctionConcurrencyCommand,
  PutFunctionConcurrencyCommand,
} from '@aws-sdk/client-lambda';

import { drill } from '../../tools/drill.ts';
import { type Answer, exchange, type Question } from '../../tools/drill/exchange.ts';
import { Operator, type Said } from '../support/service/operator.ts';
import { TestService } from '../support/service/service.ts';
import { until } from '../support/time/until.ts';

const FUNCTION = { FunctionName: 'startups' };

let service: TestService;
let operator: Operator;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'drill-'));
  service = await TestService.start({ edge: true, startups: 12 });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  operator = new Operator(service, async (ms) =>
    service.turn('POST', `edge/later/${Math.ceil(ms / 1000)}`),
  );
  await service.heal();
  await operator.dependencies.lambda.send(
    new PutFunctionConcurrencyCommand({ ...FUNCTION, ReservedConcurrentExecutions: 7 }),
  );
  await service.turn('DELETE', 'edge');
  await service.getAll();
});

async function concurrency(): Promise<number | undefined> {
  const found = await operator.dependencies.lambda.send(
    new GetFunctionConcurrencyCommand(FUNCTION),
  );
  return found.ReservedConcurrentExecutions;
}

function table(): string {
  return path.join(folder, 'drill.md');
}

function stepArgs(name: string): readonly string[] {
  return ['local', '--yes', '--only', name, '--output', table()];
}

/** One step, with answers that are changed on their way. */
async function step(
  name: string,
  change: (answer: Answer, question: Question) => Answer = (answer) => answer,
): Promise<Said> {
  const changed = async (question: Question) => change(await exchange(question), question);
  return operator.runIn({ exchange: changed }, drill, ...stepArgs(name));
}

test('passes on a healthy stage, undoes what it changes, and writes the table', async () => {
  const { code } = await operator.run(drill, 'local', '--yes', '--output', table());

  const rows = (await readFile(table(), 'utf8')).split('\n').slice(4, -1);
  expect(rows).toEqual(
    [
      'sleeping-database: not tried',
      'edge-functions: passed',
      'own-403: passed',
      'head-before-get: passed',
      'reader: passed',
      'rights: not tried',
      'fallback: passed',
      'expiry: passed',
      'cold-starts: not tried',
    ].map((wanted) => {
      const [name, result] = wanted.split(': ');
      return expect.stringMatching(
        new RegExp(`^\\| ${name} \\| .* \\| ${result} \\| `, 'u'),
      ) as string;
    }),
  );
  expect(code).toBe(0);
  expect(await concurrency()).toBe(7);
});

test('meets a database asleep: stale, woken up, fresh', async () => {
  await service.dataApi.faults.set('resuming', { calls: 2 });

  const { code, output } = await step('sleeping-database');

  expect([code, output]).toEqual([0, expect.stringMatching(/passed: stale after .* s, fresh /u)]);
});

interface Planted {
  readonly step: string;
  readonly by: string;
  readonly plant?: () => Promise<void>;
  /** Of an answer on its way. */
  readonly change?: (answer: Answer, question: Question) => Answer;
  readonly says: string;
}

const withHeader = (answer: Answer, name: string, value: string): Answer => ({
  ...answer,
  headers: { ...answer.headers, [name]: value },
});

test.each<Planted>([
  {
    step: 'sleeping-database',
    by: 'another outage',
    plant: async () => service.turn('POST', 'database/denied'),
    says: 'failed: the list is stale because of what the log does not say',
  },
  {
    step: 'reader',
    by: 'a reader that may read e-mail addresses',
    plant: async () =>
      service.run(
        'grant usage on schema portal to directory_reader; grant select on portal.founders to directory_reader',
      ),
    says: 'it can read portal.founders',
  },
  {
    step: 'fallback',
    by: 'no copy in the store',
    plant: async () => service.deleteCopy('startups'),
    says: 'failed: GET was answered with 403 and no list.',
  },
  {
    step: 'fallback',
    by: 'an edge that serves what it had',
    change: (answer) => withHeader(answer, 'x-data-source', 'database'),
    says: 'failed: the list came from "database" while the function could not run',
  },
  {
    step: 'head-before-get',
    by: 'a GET that has the body of the HEAD',
    change: (answer, { method }) =>
      method === 'GET' ? { ...answer, body: Buffer.alloc(0) } : answer,
    says: 'failed: GET was answered with 200 and no list.',
  },
  {
    step: 'own-403',
    by: 'a 403 without CORS',
    change: (answer, { method }) => (method === 'POST' ? { ...answer, headers: {} } : answer),
    says: 'failed: Access-Control-Allow-Origin of the 403 to POST /v1/startups is not *',
  },
  {
    step: 'expiry',
    by: 'a 304 that says what the old list said',
    change: (answer) =>
      answer.status === 304 ? withHeader(answer, 'x-data-source', 'last-good') : answer,
    says: 'failed: after the expiry a 304 says last-good',
  },
])('$step fails by $by', async ({ step: name, plant, change, says }) => {
  await plant?.();

  const { code, output } = await step(name, change);
  await service.run(
    'revoke select on portal.founders from directory_reader; revoke usage on schema portal from directory_reader',
  );

  expect([code, output]).toEqual([1, expect.stringContaining(says)]);
  expect(await concurrency()).toBe(7);
});

test('a function that is switched off already stays so, and the drill says how to end it', async () => {
  await operator.dependencies.lambda.send(
    new PutFunctionConcurrencyCommand({ ...FUNCTION, ReservedConcurrentExecutions: 0 }),
  );

  const { code, output } = await step('fallback');

  expect([code, output]).toEqual([
    1,
    expect.stringContaining('run aws lambda delete-function-concurrency --function-name startups'),
  ]);
  expect(await concurrency()).toBe(0);
});

test('Ctrl-C gives the function its concurrency back, and ends with 130', async () => {
  await service.turn('POST', 'last-good/hang'); // the fallback waits, with the function off
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'tools/drill.ts', ...stepArgs('fallback')],
    {
      cwd: path.resolve(import.meta.dirname, '../..'),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], ...service.operatorSettings },
    },
  );
  const ending = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  await until(async () => (await concurrency()) === 0);

  child.kill('SIGINT');
  child.kill('SIGINT'); // as npm passes it on

  const [, complaint] = await ending;
  expect(complaint).toBe(
    'Interrupted: what is changed now is undone, wait …\nEverything is as it was.\n',
  );
  expect(child.exitCode).toBe(130);
  expect(await concurrency()).toBe(7);
});

test('without an edge there is nothing to drill', async () => {
  const { code, output } = await step('own-403', (answer) => ({ ...answer, headers: {} }));

  expect([code, output]).toEqual([1, expect.stringContaining('say npm start -- --edge')]);
});
