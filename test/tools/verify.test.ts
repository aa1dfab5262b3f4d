import { baseUrl, report, verify } from '../../tools/verify.ts';
import type { Conformance } from '../../tools/verify.ts';
import {
  type ConformingServer,
  conformingServer,
  type Fault,
} from '../support/conforming-server.ts';
import { inFirst } from '../support/planting.ts';
import { runCommand } from '../support/run-command.ts';

const run = async (...args: readonly string[]) => runCommand(verify, args, undefined);

let server: ConformingServer | undefined;

async function served(fault?: Fault): Promise<string> {
  server = await conformingServer(fault);
  return server.url;
}

afterEach(async () => {
  await server?.close();
  server = undefined;
});

test('a fault is explained below the table and ends in exit code 1', async () => {
  const { code, output } = await run(await served(inFirst('founders', { first_name: null })));

  expect(code).toBe(1);
  expect(output).toMatch(
    /^FAIL +founders +gives every value in .*: record .* first_name is null$/mu,
  );
  expect(output).toMatch(/\n\d+ passed, 1 failed$/u);
});

test('--json prints one object for machines', async () => {
  const url = await served();
  const { code, output } = await run('--json', url);

  expect(code).toBe(0);
  const found: unknown = JSON.parse(output);
  expect(found).toHaveProperty('url', url);
  expect(found).toHaveProperty('passed', expect.any(Number));
  expect(found).toHaveProperty('failed', 0);
  expect(found).toHaveProperty('slowestMs', expect.any(Number));
  expect(found).toHaveProperty(['checks', 0], {
    name: 'answers GET with 200',
    directory: 'startups',
    result: 'pass',
    detail: 'it answered 200',
  });
});

test('a host that refuses the connection is told in one sentence', async () => {
  const { code, output, complaint } = await run('http://127.0.0.1:1/v1'); // no free port, so nobody's

  expect(code).toBe(1);
  expect(output).toBe('');
  expect(complaint).toBe('The service does not answer: the connection was refused.');
});

test.each([
  ['http://127.0.0.1:8787/v1', 'http://127.0.0.1:8787/v1'],
  ['http://127.0.0.1:8787/v1/', 'http://127.0.0.1:8787/v1'],
  ['https://abc.cloudfront.net/v1', 'https://abc.cloudfront.net/v1'],
  ['https://example.org/api/v1//', 'https://example.org/api/v1'],
])('%s is a base url', (typed, url) => {
  expect(baseUrl(typed)).toBe(url);
});

test.each([
  [['nowhere'], 'This is not an address: nowhere'],
  [['127.0.0.1:8787/v1'], 'This is not an address: 127.0.0.1:8787/v1'],
  [['ftp://example.org/v1'], 'The base url must begin with http:// or https://.'],
  [['http://example.org'], 'The base url must end in /v1, such as http://example.org/v1.'],
  [['http://example.org/v1?a=b'], 'The base url must end in /v1, such as http://example.org/v1.'],
  [['--timeout', '0', 'http://a.example/v1'], '--timeout takes a number of seconds up to 300.'],
  [['--timeout', 'soon', 'http://a.example/v1'], '--timeout takes a number of seconds up to 300.'],
])('%j is wrong usage, told in one sentence', async (args, sentence) => {
  expect(await run(...args)).toEqual({
    code: 2,
    output: '',
    complaint: `${sentence} See: npm run verify -- --help`,
  });
});

const found: Conformance = {
  url: 'http://127.0.0.1:8787/v1',
  checks: [
    { name: 'sets no cookie', directory: 'startups', result: 'pass', detail: 'none' },
    { name: 'sets no cookie', directory: 'founders', result: 'fail', detail: 'it does' },
    { name: 'sets no cookie', directory: 'jobs', result: 'note', detail: 'not checked' },
    { name: 'gives no slug twice', directory: 'startups', result: 'pass', detail: '12 values' },
    { name: 'answers 404 to /v1', directory: null, result: 'pass', detail: 'with a problem' },
  ],
  passed: 3,
  failed: 1,
  requests: 56,
  slowestMs: 12,
};

test('a person reads one row for each check, then what needs reading, then the count', () => {
  expect(report(found, false)).toMatchInlineSnapshot(`
    "http://127.0.0.1:8787/v1

    each list            startups  founders  jobs
    sets no cookie       pass      FAIL      note
    gives no slug twice  pass      -         -

    the service as a whole
    answers 404 to /v1   pass

    FAIL      founders  sets no cookie: it does
    note      jobs      sets no cookie: not checked
    56 requests, the slowest took 12 ms
    3 passed, 1 failed"
  `);
});

test('colours are for those who see them', () => {
  expect(report(found, true)).toContain('\u001B[31mFAIL');
});
