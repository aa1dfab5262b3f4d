import { ExecuteStatementCommand, BeginTransactionCommand } from '@aws-sdk/client-rds-data';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';

import { copyHeaders } from '../../contract/last-good.ts';
import { founder, many } from '../support/records/records.ts';
import { handle, healthy, rdsData, rowsAre, s3 } from './handler-with-mocks.ts';

/** None of them may reach anybody. */
const SECRETS = [
  'hunter2-invented-password',
  'FwoGZXIvYXdzEInventedSessionToken',
  'postgres://reader:s3cr3t@db.example.com',
  'ada.lovelace@example.org',
  '202-555-0143',
];
const ALL = SECRETS.join(' ');

const NAMES = [
  ['DatabaseUnavailableException', 'StatementTimeoutException'],
  ['ThrottlingException', 'SecretsErrorException', 'InvalidSecretException', 'AccessDenied'],
  ['AccessDeniedException', 'ForbiddenException', 'BadRequestException', 'ExpiredToken'],
  ['HttpEndpointNotEnabledException', 'UnsupportedResultException', 'SyntaxError', 'Error'],
].flat();

/** PostgreSQL quotes a value in each of these. */
const SQLSTATES = [
  ['22P02', '22001', '22007', '22008', '23505', '23502', '23514', '28P01', '28000', '3D000'],
  ['P0001', 'P0002', 'XX000', '08006', '40001', '53300', '57014', '25P03', '55P03', 'XX', ''],
].flat();

const frames = `    at password (${SECRETS[0]}:1:1)\n    at ${SECRETS[3]}`;

function withFacts(name: string, message: string, status: number): Error {
  return Object.assign(new Error(message, { cause: new Error(ALL) }), {
    name,
    $fault: 'client',
    $metadata: { httpStatusCode: status, requestId: ALL, extendedRequestId: ALL },
    $response: { statusCode: status, body: ALL, headers: { authorization: ALL } },
    Message: ALL,
    detail: ALL,
    where: ALL,
    hint: ALL,
  });
}

const ERRORS: readonly (readonly [what: string, error: unknown])[] = [
  ...NAMES.flatMap((name) =>
    [400, 500].map((status) => [`${name}, HTTP ${status}`, withFacts(name, ALL, status)] as const),
  ),
  ...SQLSTATES.map(
    (state) =>
      [
        `SQLSTATE ${state}`,
        withFacts('DatabaseErrorException', `ERROR: value "${ALL}"; SQLState: ${state}`, 400),
      ] as const,
  ),
  [
    'SQLSTATE 42703, with a value behind the names',
    withFacts(
      'DatabaseErrorException',
      `ERROR: column "x" does not exist\n  Detail: ${ALL}\n  Position: 1; SQLState: 42703`,
      400,
    ),
  ],
  [
    'a value that says it is SQLSTATE 42601',
    withFacts('DatabaseErrorException', `ERROR: ${ALL} SQLState: 42601"; SQLState: 22P02`, 400),
  ],
  ...['ECONNREFUSED', 'ENOTFOUND', 'EPROTO'].map(
    (code) => [code, Object.assign(new Error(ALL), { code, address: ALL, hostname: ALL })] as const,
  ),
  ['a TypeError', new TypeError(`Cannot read ${ALL}`)],
  ['a message that looks like frames of a stack', new Error(`bad\n${frames}`)],
  ['several errors', new AggregateError([new Error(ALL)], ALL)],
  ['a text', ALL],
  ['an object', { message: ALL, stack: frames, name: ALL }],
  ['nothing', undefined],
];

afterEach(() => jest.restoreAllMocks());

test.each(ERRORS)('%s reveals no secret, of the database or of the store', async (_, error) => {
  const fail = async () => Promise.reject(error);
  healthy([]);
  rdsData.on(ExecuteStatementCommand).callsFake(fail);
  rdsData.on(BeginTransactionCommand).callsFake(fail);
  const asked = await handle('founders');
  const refreshed = await handle('founders', { refresh: {} });
  healthy([founder(1)]);
  s3.on(GetObjectCommand).callsFake(fail);
  const unread = await handle('founders');
  healthy([founder(1)]);
  s3.on(PutObjectCommand).callsFake(fail);
  const unwritten = await handle('founders');

  const texts = [asked, refreshed, unread, unwritten].map(({ text }) => text);
  expect(secretsIn(texts.join(' '))).toEqual([]);
});

test.each([
  ['text that is no JSON', `{"job_title": "${ALL}`],
  ['text that is no JSON, on several lines', `x\n${frames}\n`],
  ['a text', JSON.stringify(ALL)],
  ['a list', JSON.stringify([ALL])],
])('a record that is %s reveals no secret', async (_, text) => {
  healthy([]);
  rowsAre([text]);

  expect(secretsIn((await handle('founders')).text)).toEqual([]);
});

test.each([
  ['other columns', [{ stringValue: ALL }]],
  [
    'a piece that is the second',
    [{ stringValue: ALL }, { longValue: 2 }, { stringValue: ALL }, { booleanValue: true }],
  ],
])('a row of %s reveals no secret', async (_, row) => {
  healthy([]);
  rdsData.on(ExecuteStatementCommand).resolves({ records: [row] });

  expect(secretsIn((await handle('founders')).text)).toEqual([]);
});

test('bad values in every field of a record, its id too, reveal no secret', async () => {
  // The name of a startup may be any text.
  const fields = Object.keys(founder(1)).filter((field) => field !== 'startup_name');
  healthy([
    ...fields.map((field, index) => founder(index + 1, { [field]: ALL })),
    ...fields.map((field, index) => founder(index + 51, { [field]: { [ALL]: ALL } })),
    ...many(300, (number) => founder(number + 100)),
  ]);

  const { text } = await handle('founders');

  expect(text).toContain('"leftOut"');
  expect(secretsIn(text)).toEqual([]);
});

test('a copy with a foreign description reveals no secret', async () => {
  healthy([founder(1)]);
  const about = { bucket: 'last-good', directory: 'founders', cachedAt: 0, records: 1 };
  const { Metadata } = copyHeaders({ ...about, sha256: '' });
  for (const key of Object.keys(Metadata)) {
    s3.on(GetObjectCommand).resolves({
      Body: { transformToByteArray: async () => Buffer.from(ALL) } as never,
      ETag: ALL,
      Metadata: { ...Metadata, [key]: ALL },
    });

    expect(secretsIn((await handle('founders')).text)).toEqual([]);
  }
});

test('a request full of secrets is not repeated to anybody', async () => {
  healthy([founder(1)]);
  const http = { method: 'GET', path: ALL, protocol: ALL, sourceIp: ALL, userAgent: ALL };
  const headers = {
    authorization: ALL,
    cookie: ALL,
    'if-none-match': ALL,
    'accept-encoding': ALL,
    'x-forwarded-for': ALL,
  };

  const { text } = await handle('founders', {
    requestContext: { http },
    headers,
    rawQueryString: ALL,
    body: ALL,
    cookies: [ALL],
  });

  expect(text).toContain('"answered"');
  expect(secretsIn(text)).toEqual([]);
});

function secretsIn(text: string): string[] {
  return SECRETS.filter((secret) => text.includes(secret));
}
