/** Tests the interface of a directory's function: events, responses, reports, and the log line with the metrics. */

import { mockClient } from 'aws-sdk-client-mock';

import { directories } from '../../contract/directories.ts';
import { environment, metric } from '../../contract/names.ts';
import { makeList } from '../../lambda/aws/copies.ts';
import { createHandler, type Handler } from '../../lambda/directory/list-handler.ts';
import type { ListResponse } from '../../lambda/directory/response.ts';
import { awsError } from '../support/aws-error.ts';
import { FakeDependencies } from './fake-dependencies.ts';
import { fakeBrotli } from './fake-brotli.ts';
import { many, startup, uuidOf } from '../support/records.ts';

const EIGHT = '2026-11-20T08:00:00.000Z';
const NAMESPACE = 'PublicDirectory/Test';
const context = { awsRequestId: 'request-1' };

type Event = Parameters<Handler>[0];

let dependencies: FakeDependencies;
let handler: Handler;
let lines: string[];

beforeEach(() => {
  dependencies = new FakeDependencies();
  dependencies.records = many(3, startup);
  lines = [];
  handler = createHandler(directories.startups, dependencies, NAMESPACE, (line) =>
    lines.push(line),
  );
});

async function responseTo(event: Event): Promise<ListResponse> {
  return (await handler(event, context)) as ListResponse;
}

/** Returns the only log line of an answer. */
async function lineOf(event: Event = {}): Promise<Readonly<Record<string, unknown>>> {
  lines.length = 0;
  await handler(event, context);
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain('\n');
  return JSON.parse(lines[0] ?? '') as Readonly<Record<string, unknown>>;
}

it.each<Event>([
  null,
  {},
  { headers: {} },
  { requestContext: {} },
  { refresh: null },
  { headers: { 'accept-encoding': 'zstd', 'if-none-match': '"other"' } },
  { requestContext: { http: { method: 'GET' } } },
])('an event counts as a GET request if it has no other method: %j', async (event) => {
  const { statusCode, body } = await responseTo(event);

  expect([statusCode, JSON.parse(body)]).toEqual([200, many(3, startup)]);
});

describe('the log line', () => {
  it('of a list that was read has every metric, including zeros', async () => {
    const copied = makeList(many(3, startup), Date.parse(EIGHT) - 60_000);
    dependencies.copy = { state: 'found', list: copied, etag: '"1"' };
    const { length } = JSON.stringify(many(3, startup));
    dependencies.onRead = async () => {
      dependencies.clock.jump(250);
    };

    const counts = 'FreshReads Outages Defects ListsRefused RecordsLeftOut CopyFailures'.split(' ');

    const { _aws, ...line } = await lineOf({ headers: { 'accept-encoding': 'gzip' } });

    expect(line).toEqual({
      level: 'INFO',
      message: 'answered',
      timestamp: '2026-11-20T08:00:00.250Z',
      service: 'startups',
      requestId: 'request-1',
      status: 200,
      coding: 'gzip',
      source: 'database',
      fromMemory: false,
      milliseconds: 250,
      records: 3,
      listBytes: length,
      ageSeconds: 0,
      readMs: 250,
      copyWrite: 'written',
      ...Object.fromEntries(counts.map((name) => [name, 0])),
      FreshReads: 1,
      CopyAge: 0,
      ListBytes: length,
      ReadTime: 250,
    });
    const Metrics = [
      ...counts.map((Name) => ({ Name, Unit: 'Count' })),
      { Name: 'CopyAge', Unit: 'Seconds' },
      { Name: 'ListBytes', Unit: 'Bytes' },
      { Name: 'ReadTime', Unit: 'Milliseconds' },
    ];
    expect(_aws).toEqual({
      Timestamp: Date.parse(EIGHT) + 250,
      CloudWatchMetrics: [{ Namespace: NAMESPACE, Dimensions: [['service']], Metrics }],
    });
  });

  it('of an answer from memory has no metrics', async () => {
    const { _aws, FreshReads } = await lineOf();
    dependencies.clock.jump(1999);
    const line = await lineOf();

    expect([_aws, FreshReads]).toEqual([expect.anything(), 1]);
    expect(line).toMatchObject({ level: 'INFO', fromMemory: true, ageSeconds: 1 });
    for (const name of ['_aws', ...Object.values(metric)]) expect(line).not.toHaveProperty(name);
  });

  it('names twenty left-out records and twenty fields set to null, but not their values, and counts all left-out records', async () => {
    dependencies.records = many(300, (number) =>
      startup(number, number <= 25 ? { slug: 'ada@' } : { website_url: 'ada@' }),
    );
    const named = (from: number, field: string) =>
      many(20, (number) => ({ id: uuidOf(from + number), field }));

    const line = await lineOf();

    expect(line).toMatchObject({
      level: 'WARN',
      RecordsLeftOut: 25,
      leftOut: named(0, 'slug'),
      setToNull: named(25, 'website_url'),
    });
    expect(lines[0]).not.toContain('ada@');
  });

  it('of a list from which a bad record was left out is a warning', async () => {
    dependencies.records = [startup(1), startup(2, { name: '' })];

    expect(await lineOf({})).toMatchObject({ level: 'WARN', records: 1, RecordsLeftOut: 1 });
  });

  it('is an error if a list is too long even with brotli, although the copy is written', async () => {
    fakeBrotli({ 5: 5_000_000 });
    dependencies.records = [startup(1, { description: 'x'.repeat(7_000_000) })];

    expect(await lineOf({ headers: { 'accept-encoding': 'br' } })).toMatchObject({
      level: 'ERROR',
      status: 503,
      Defects: 1,
      copyWrite: 'written',
      failures: [{ name: 'ListTooLong' }],
    });
  });

  it('of an answer that failed because of a bug is an error, and the answer is a 503', async () => {
    dependencies.copies.write = async () => Promise.reject(new TypeError('ada@'));

    expect(await responseTo({})).toMatchObject({
      statusCode: 503,
      headers: { 'Access-Control-Allow-Origin': '*', 'Retry-After': '10' },
    });
    expect(JSON.parse(lines.join())).toMatchObject({
      level: 'ERROR',
      source: 'none',
      Defects: 1,
      failures: [{ name: 'TypeError', stack: expect.any(Array) as unknown }],
    });
    expect(lines[0]).not.toContain('ada@');
  });
});

it('a bug in a refresh is reported as a defect without its stack', async () => {
  fakeBrotli();
  dependencies.copies.read = async () => Promise.reject(new TypeError('ada@'));

  expect(await handler({ refresh: {} }, context)).toEqual({
    directory: 'startups',
    failure: { kind: 'defect', name: 'TypeError', reason: 'unforeseen' },
  });
});

describe('the entry point', () => {
  const settings = {
    [environment.directory]: 'startups',
    [environment.clusterArn]: 'arn:aws:rds:eu-west-1:000000000000:cluster:portal',
    [environment.readerSecretArn]: 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:reader',
    [environment.databaseName]: 'portal',
    [environment.lastGoodBucket]: 'last-good',
    [environment.memorySeconds]: ' 60 ',
    [environment.metricNamespace]: NAMESPACE,
  };

  async function deployed(variables: Readonly<Record<string, string>>): Promise<Handler> {
    jest.replaceProperty(process, 'env', { ...process.env, ...variables });
    jest.resetModules();
    return ((await import('../../lambda/directory.ts')) as { handler: Handler }).handler;
  }

  it('reads the database once for two answers, and its SDK clients neither retry nor add checksums', async () => {
    const remembering = await deployed(settings);
    const { RDSDataClient } = await import('@aws-sdk/client-rds-data');
    const { GetObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
    const rdsData = mockClient(RDSDataClient);
    const s3 = mockClient(S3Client);
    rdsData.onAnyCommand().resolves({ records: [] });
    s3.onAnyCommand().resolves({}).on(GetObjectCommand).rejects(awsError('NoSuchKey', ''));
    const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);

    await remembering({}, context);
    await remembering({}, context);

    expect(rdsData.calls().map(({ args }) => args[0].input)).toMatchObject([
      { secretArn: settings[environment.readerSecretArn], database: 'portal' },
    ]);
    const [{ thisValue: reader } = {}] = rdsData.calls();
    const [{ thisValue: store } = {}] = s3.calls();
    const { config } = store as InstanceType<typeof S3Client>;
    expect(await (reader as InstanceType<typeof RDSDataClient>).config.maxAttempts()).toBe(1);
    expect(await config.maxAttempts()).toBe(1);
    // The SDK does not have to add a checksum, because a copy already has a hash.
    expect(await config.requestChecksumCalculation()).toBe('WHEN_REQUIRED');
    expect(await config.responseChecksumValidation()).toBe('WHEN_REQUIRED');
    expect(written.mock.calls.join('')).toMatch(/^\{.*\}\n\{.*\}\n$/u);
  });

  it.each(Object.keys(settings))('fails without the variable %s', async (name) => {
    await expect(deployed({ ...settings, [name]: ' ' })).rejects.toThrow(
      `The environment variable ${name} is not set`,
    );
  });
});
