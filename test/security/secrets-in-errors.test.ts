/** No error, row, copy or request puts a secret into an answer or a log. */

import {
  BeginTransactionCommand,
  ExecuteStatementCommand,
  RDSDataClient,
} from '@aws-sdk/client-rds-data';
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';

import { directories } from '../../contract/directories.ts';
import { copyHeaders } from '../../contract/last-good.ts';
import { environment } from '../../contract/names.ts';
import { directoryHandler, type Handler } from '../../lambda/directory/list-handler.ts';
import { founder, many, uuidOf } from '../support/records/records.ts';

const SECRETS = [
  'hunter2-invented-password',
  'FwoGZXIvYXdzEInventedSessionToken',
  'postgres://reader:s3cr3t@db.example.com',
  'ada.lovelace@example.org',
  '202-555-0143',
];
const ALL = SECRETS.join(' ');

const rdsData = mockClient(RDSDataClient);
const s3 = mockClient(S3Client);
const settings = {
  [environment.clusterArn]: 'arn:aws:rds:eu-west-1:000000000000:cluster:portal',
  [environment.readerSecretArn]: 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:reader',
  [environment.databaseName]: 'portal',
  [environment.lastGoodBucket]: 'last-good',
  [environment.memorySeconds]: '0',
  [environment.metricNamespace]: 'PublicDirectory/Test',
};

/** The database has these rows, and the store no copy. */
function rowsAre(...texts: readonly string[]): void {
  rdsData.reset();
  rdsData.on(ExecuteStatementCommand).resolves({
    records: texts.map((text, index) => [
      { stringValue: uuidOf(index + 1) },
      { longValue: 1 },
      { stringValue: text },
      { booleanValue: true },
    ]),
  });
  s3.reset();
  s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: 'none', $metadata: {} }));
  s3.on(PutObjectCommand).resolves({});
}
const person = JSON.stringify(founder(1));

/** Everything that the deployed function answers and writes. */
async function said(event: Parameters<Handler>[0] = {}): Promise<string> {
  const written: unknown[] = [];
  const listen = (...texts: readonly unknown[]): boolean => written.push(...texts) > 0;
  for (const level of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) {
    jest.spyOn(console, level).mockImplementation(listen);
  }
  jest.spyOn(process.stdout, 'write').mockImplementation(listen);
  jest.spyOn(process.stderr, 'write').mockImplementation(listen);
  jest.replaceProperty(process, 'env', { ...process.env, ...settings });
  const handler = directoryHandler(directories.founders);
  const answer = await handler(event, { awsRequestId: 'request' });
  jest.restoreAllMocks();
  return [...written.map(String), JSON.stringify(answer)].join('\n');
}

const secretsIn = (text: string) => SECRETS.filter((secret) => text.includes(secret));

/** An error of the SDK, with a secret in each of its parts. */
const awsError = (name: string, message = ALL) =>
  Object.assign(new Error(message, { cause: new Error(ALL) }), {
    name,
    $metadata: { httpStatusCode: 400, requestId: ALL },
    $response: { body: ALL, headers: { authorization: ALL } },
    Message: ALL,
    detail: ALL,
    where: ALL,
    hint: ALL,
  });
const sqlError = (message: string) => awsError('DatabaseErrorException', message);

test.each<[string, unknown]>([
  ...['DatabaseUnavailableException', 'ThrottlingException', 'AccessDenied', 'SyntaxError'].map(
    (name): [string, unknown] => [name, awsError(name)],
  ),
  // PostgreSQL quotes a value in each of these.
  ...['22P02', '22007', '23505', '28P01', 'P0001', 'XX', ''].map((state): [string, unknown] => [
    `SQLSTATE ${state}`,
    sqlError(`ERROR: "${ALL}"; SQLState: ${state}`),
  ]),
  [
    'a detail',
    sqlError(`ERROR: column "x" does not exist\n  Detail: ${ALL}\n  Position: 1; SQLState: 42703`),
  ],
  ['a value with a SQLSTATE', sqlError(`ERROR: ${ALL} SQLState: 42601"; SQLState: 22P02`)],
  ['a refused connection', Object.assign(new Error(ALL), { code: 'ECONNREFUSED', hostname: ALL })],
  ['a TypeError', new TypeError(`Cannot read ${ALL}`)],
  [
    'frames of a stack',
    new Error(`bad\n    at password (${SECRETS[0]}:1:1)\n    at ${SECRETS[3]}`),
  ],
  ['several errors', new AggregateError([new Error(ALL)], ALL)],
  ['a text', ALL],
  ['an object', { message: ALL, stack: ALL, name: ALL }],
])('%s of the database or of the store reveals none', async (_, error) => {
  const fail = async () => Promise.reject(error);
  rowsAre();
  rdsData.on(ExecuteStatementCommand).callsFake(fail);
  rdsData.on(BeginTransactionCommand).callsFake(fail);
  const texts = [await said(), await said({ refresh: {} })];
  rowsAre(person);
  s3.on(GetObjectCommand).callsFake(fail);
  texts.push(await said());
  rowsAre(person);
  s3.on(PutObjectCommand).callsFake(fail);
  texts.push(await said());

  expect(secretsIn(texts.join(' '))).toEqual([]);
});

test.each([`{"job_title": "${ALL}`, `x\n    at ${ALL}\n`, JSON.stringify([ALL])])(
  'a row that is %j reveals none',
  async (text) => {
    rowsAre(text);
    expect(secretsIn(await said())).toEqual([]);
  },
);

test('bad values in every field of a record, its id too, reveal none', async () => {
  // The name of a startup may be any text.
  const fields = Object.keys(founder(1)).filter((field) => field !== 'startup_name');
  const bad = fields.map((field, index) => founder(index + 1, { [field]: ALL }));
  rowsAre(
    ...[...bad, ...many(300, (number) => founder(number + 100))].map((row) => JSON.stringify(row)),
  );

  const text = await said();

  expect(text).toContain('"leftOut"');
  expect(secretsIn(text)).toEqual([]);
});

test('a copy with a foreign description reveals none', async () => {
  const about = { bucket: 'last-good', directory: 'founders', cachedAt: 0, records: 1 };
  const { Metadata } = copyHeaders({ ...about, sha256: '' });
  for (const key of Object.keys(Metadata)) {
    rowsAre(person);
    s3.on(GetObjectCommand).resolves({
      Body: { transformToByteArray: async () => Buffer.from(ALL) } as never,
      ETag: ALL,
      Metadata: { ...Metadata, [key]: ALL },
    });

    expect(secretsIn(await said())).toEqual([]);
  }
});
