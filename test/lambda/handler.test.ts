/** What goes in and out of a directory's function: its events, its responses, its reports, and its log line with the metrics. */

import { ExecuteStatementCommand, RDSDataClient } from '@aws-sdk/client-rds-data';
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';

import { directories } from '../../contract/directories.ts';
import { environment } from '../../contract/names.ts';
import type { Refreshed } from '../../contract/refresh.ts';
import { makeList } from '../../lambda/aws/copies.ts';
import { createHandler, directoryHandler, type Handler } from '../../lambda/directory/handler.ts';
import type { ListResponse } from '../../lambda/directory/response.ts';
import { FakeDependencies } from '../support/aws/fake-dependencies.ts';
import { fakeBrotli } from '../support/fake-brotli.ts';
import { many, startup, uuidOf } from '../support/records/records.ts';

const EIGHT = '2026-11-20T08:00:00.000Z';
const NAMESPACE = 'PublicDirectory/Test';
const context = { awsRequestId: 'request-1' };

type Event = Parameters<Handler>[0];
type Line = Readonly<Record<string, unknown>>;

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

async function refreshed(refresh = {}): Promise<Refreshed> {
  return (await handler({ refresh }, context)) as Refreshed;
}

/** The one line that an answer wrote. */
async function lineOf(event: Event = {}): Promise<Line> {
  lines.length = 0;
  await handler(event, context);
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain('\n');
  return JSON.parse(lines[0] ?? '') as Line;
}

function storeCopy(count: number, ageMs = 60_000): void {
  const list = makeList(many(count, startup), dependencies.clock.now() - ageMs);
  dependencies.copy = { state: 'found', list, etag: '"1"' };
}

function fail(name: string): void {
  dependencies.onRead = async () => Promise.reject(Object.assign(new Error('ada@'), { name }));
}

function ofMethod(method: string): Event {
  return {
    requestContext: { http: { method, path: '/', protocol: '', sourceIp: '', userAgent: '' } },
  };
}

describe('an event', () => {
  it.each<Event>([
    null,
    {},
    { headers: {} },
    { requestContext: {} },
    { refresh: null },
    { rawPath: '/v1/nope' },
    { headers: { 'accept-encoding': 'zstd', 'if-none-match': '"other"' } },
    ofMethod('GET'),
  ])('without more in it is a GET: %j', async (event) => {
    const { statusCode, body } = await responseTo(event);

    expect([statusCode, JSON.parse(body)]).toEqual([200, many(3, startup)]);
  });

  it('says coding and tag in its headers', async () => {
    const { headers } = await responseTo({ headers: { 'accept-encoding': 'gzip' } });

    expect(headers['Content-Encoding']).toBe('gzip');
    const asked = { 'if-none-match': headers['ETag'] ?? '' };
    expect(await responseTo({ headers: asked })).toMatchObject({ statusCode: 304, body: '' });
    // CloudFront would keep the old time and source of an equal list.
    const fromCloudFront = { ...asked, 'user-agent': 'Amazon CloudFront' };
    expect(await responseTo({ headers: fromCloudFront })).toMatchObject({ statusCode: 200 });
  });

  it.each([
    ['HEAD', 200, {}],
    [
      'OPTIONS',
      204,
      { 'Access-Control-Allow-Methods': 'GET, HEAD', 'Access-Control-Max-Age': '86400' },
    ],
    ['POST', 405, { Allow: 'GET, HEAD, OPTIONS', 'Content-Type': 'application/problem+json' }],
  ])(
    'of %s is answered with %d, which any origin may read',
    async (method, statusCode, headers) => {
      const response = await responseTo(ofMethod(method));

      expect(response).toMatchObject({ statusCode, isBase64Encoded: false });
      expect(response.headers).toMatchObject({ ...headers, 'Access-Control-Allow-Origin': '*' });
      expect([response.body === '', dependencies.calls.length > 0]).toEqual([
        method !== 'POST',
        method === 'HEAD',
      ]);
    },
  );
});

describe('the log line', () => {
  it('of a list that was read is this, with every metric: zeros too', async () => {
    storeCopy(3);
    const { length } = JSON.stringify(many(3, startup));
    dependencies.onRead = async () => {
      dependencies.clock.jump(250);
    };
    const count = (Name: string) => ({ Name, Unit: 'Count' });

    expect(await lineOf({ headers: { 'accept-encoding': 'gzip' } })).toEqual({
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
      kept: 'written',
      FreshReads: 1,
      Outages: 0,
      Defects: 0,
      ListsRefused: 0,
      RecordsLeftOut: 0,
      CopyFailures: 0,
      CopyAge: 0,
      ListBytes: length,
      ReadTime: 250,
      _aws: {
        Timestamp: Date.parse(EIGHT) + 250,
        CloudWatchMetrics: [
          {
            Namespace: NAMESPACE,
            Dimensions: [['service']],
            Metrics: [
              ...[
                'FreshReads',
                'Outages',
                'Defects',
                'ListsRefused',
                'RecordsLeftOut',
                'CopyFailures',
              ].map(count),
              { Name: 'CopyAge', Unit: 'Seconds' },
              { Name: 'ListBytes', Unit: 'Bytes' },
              { Name: 'ReadTime', Unit: 'Milliseconds' },
            ],
          },
        ],
      },
    });
  });

  it('of an answer from memory has no metrics: they count what was asked', async () => {
    await lineOf();
    dependencies.clock.jump(1999);

    expect(await lineOf()).toEqual({
      level: 'INFO',
      message: 'answered',
      timestamp: '2026-11-20T08:00:01.999Z',
      service: 'startups',
      requestId: 'request-1',
      status: 200,
      source: 'database',
      fromMemory: true,
      milliseconds: 0,
      records: 3,
      listBytes: JSON.stringify(many(3, startup)).length,
      ageSeconds: 1,
    });
  });

  const counts = {
    FreshReads: 0,
    Outages: 0,
    Defects: 0,
    ListsRefused: 0,
    RecordsLeftOut: 0,
    CopyFailures: 0,
  };

  it.each<[string, () => void, Line, Line]>([
    [
      'a stale list',
      () => {
        storeCopy(3, 7_200_000);
        fail('DatabaseUnavailableException');
      },
      {
        level: 'WARN',
        status: 200,
        source: 'last-good',
        ageSeconds: 7200,
        failures: [
          { kind: 'outage', name: 'DatabaseOutage', reason: 'DatabaseUnavailableException' },
        ],
      },
      { ...counts, Outages: 1, CopyAge: 7200 },
    ],
    [
      'a copy from a clock that is ahead',
      () => {
        storeCopy(3, -2000);
        fail('DatabaseUnavailableException');
      },
      { level: 'WARN', ageSeconds: 0 },
      { ...counts, Outages: 1, CopyAge: 0 },
    ],
    [
      'a defect that the copy hides',
      () => {
        storeCopy(3);
        fail('AccessDenied');
      },
      {
        level: 'ERROR',
        status: 200,
        source: 'last-good',
        failures: [{ kind: 'defect', name: 'AccessDenied', reason: 'unforeseen' }],
      },
      { ...counts, Defects: 1 },
    ],
    [
      'a list that is refused',
      () => {
        storeCopy(120);
      },
      { level: 'ERROR', status: 200, failures: [{ name: 'ListRefused', isDrop: true }] },
      { ...counts, ListsRefused: 1 },
    ],
    [
      'no list at all',
      () => {
        fail('DatabaseUnavailableException');
      },
      { level: 'ERROR', status: 503, source: 'none' },
      { ...counts, Outages: 1 },
    ],
    [
      'a list that no coding can carry',
      () => {
        fakeBrotli({ 5: 5_000_000 });
        dependencies.records = [startup(1, { description: 'x'.repeat(7_000_000) })];
      },
      {
        level: 'ERROR',
        status: 503,
        source: 'database',
        kept: 'written',
        failures: [{ name: 'ListTooLong' }],
      },
      { ...counts, FreshReads: 1, Defects: 1 },
    ],
    [
      'a copy that is not what was written, and cannot be replaced',
      () => {
        dependencies.copy = { state: 'unusable', reason: 'another format', etag: '"1"' };
        dependencies.onWrite = () => ({ state: 'failed', reason: 'AccessDenied' });
      },
      {
        level: 'WARN',
        kept: 'failed',
        failures: [
          { name: 'CopyUnusable', reason: 'another format' },
          { name: 'CopyNotWritten', reason: 'AccessDenied' },
        ],
      },
      { ...counts, FreshReads: 1, CopyFailures: 2 },
    ],
    [
      'a store that is out of reach',
      () => {
        dependencies.copy = { state: 'unreachable', reason: 'TimeoutError' };
      },
      { level: 'WARN', failures: [{ name: 'CopyUnreachable', reason: 'TimeoutError' }] },
      { ...counts, FreshReads: 1, CopyFailures: 1 },
    ],
    [
      'a copy that another process wrote meanwhile',
      () => {
        dependencies.onWrite = () => ({ state: 'superseded' });
      },
      { level: 'INFO', kept: 'superseded' },
      { ...counts, FreshReads: 1 },
    ],
    [
      'records that are left out',
      () => {
        dependencies.records = many(300, (number) =>
          startup(number, number <= 25 ? { slug: 'ada@' } : {}),
        );
      },
      {
        level: 'WARN',
        records: 275,
        leftOut: many(20, (number) => ({ id: uuidOf(number), field: 'slug' })),
      },
      { ...counts, FreshReads: 1, RecordsLeftOut: 25 },
    ],
    [
      'fields that are set to null',
      () => {
        dependencies.records = many(25, (number) => startup(number, { website_url: 'ada@' }));
      },
      {
        level: 'WARN',
        records: 25,
        setToNull: many(20, (number) => ({ id: uuidOf(number), field: 'website_url' })),
      },
      { ...counts, FreshReads: 1 },
    ],
  ])(
    'of %s says so and counts it, without a value or a message',
    async (_, given, expected, metrics) => {
      given();

      const line = await lineOf({ headers: { 'accept-encoding': 'br' } });

      expect(line).toMatchObject({ ...expected, ...metrics });
      expectEmbeddedMetrics(line);
      expect(JSON.stringify(line)).not.toContain('ada@');
    },
  );

  it('of an answer that a bug ended is an error, and the answer 503', async () => {
    dependencies.copies.write = async () => Promise.reject(new TypeError('ada@'));

    const response = await responseTo({});

    expect(response).toMatchObject({
      statusCode: 503,
      headers: { 'Access-Control-Allow-Origin': '*', 'Retry-After': '10' },
    });
    expect(lines).toHaveLength(1);
    const line = JSON.parse(lines[0] ?? '') as Line;
    expect(line).toMatchObject({
      level: 'ERROR',
      source: 'none',
      Defects: 1,
      failures: [{ name: 'TypeError', stack: expect.any(Array) }],
    });
    expectEmbeddedMetrics(line);
    expect(lines[0]).not.toContain('ada@');
  });
});

/** CloudWatch, "Specification: Embedded metric format": what of a line must hold for its metrics to be taken. */
function expectEmbeddedMetrics({ _aws, ...root }: Line): void {
  const { Timestamp, CloudWatchMetrics } = _aws as {
    Timestamp: number;
    CloudWatchMetrics: readonly Line[];
  };
  expect(Number.isInteger(Timestamp)).toBe(true);
  expect(CloudWatchMetrics).toHaveLength(1);
  const { Namespace, Dimensions, Metrics, ...others } = CloudWatchMetrics[0] as {
    readonly Namespace: string;
    readonly Dimensions: readonly (readonly string[])[];
    readonly Metrics: readonly { readonly Name: string; readonly Unit: string }[];
  };
  expect([Namespace, others]).toEqual([NAMESPACE, {}]);
  for (const name of Dimensions.flat()) expect(root[name]).toEqual(expect.stringMatching(/./u));
  for (const { Name, Unit } of Metrics) {
    expect(Number.isFinite(root[Name])).toBe(true);
    expect(['Count', 'Seconds', 'Milliseconds', 'Bytes']).toContain(Unit);
  }
}

describe('a refresh', () => {
  beforeEach(() => fakeBrotli());

  it.each<[string, () => void, object, Partial<Refreshed>]>([
    [
      'what was read and kept',
      () => {},
      {},
      { records: 3, kept: { state: 'written' }, copy: { records: 3, cachedAt: EIGHT } },
    ],
    [
      'why nothing was read, and that there is nothing to fall back to',
      () => {
        fail('AccessDeniedException');
      },
      {},
      { failure: { kind: 'defect', name: 'AccessDeniedException', reason: 'unforeseen' } },
    ],
    [
      'that it met a drop, and wrote the copy that there was',
      () => {
        storeCopy(12);
      },
      {},
      {
        failure: {
          kind: 'defect',
          name: 'ListRefused',
          reason: '3 records are left of 12',
          isDrop: true,
        },
        kept: { state: 'written' },
        copy: { records: 12, cachedAt: '2026-11-20T07:59:00.000Z' },
      },
    ],
    [
      'that a drop was accepted',
      () => {
        storeCopy(12);
      },
      { acceptDrop: true },
      { records: 3, kept: { state: 'written' }, copy: { records: 3, cachedAt: EIGHT } },
    ],
    [
      'why the copy was not written',
      () => {
        storeCopy(4);
        dependencies.onWrite = () => ({ state: 'failed', reason: 'SlowDown' });
      },
      {},
      {
        records: 3,
        kept: { state: 'failed', reason: 'SlowDown' },
        copy: { records: 4, cachedAt: '2026-11-20T07:59:00.000Z' },
      },
    ],
    [
      'that another process was faster',
      () => {
        dependencies.onWrite = () => ({ state: 'superseded' });
      },
      {},
      { records: 3, kept: { state: 'superseded' } },
    ],
  ])('reports %s', async (_, given, asked, expected) => {
    given();

    expect(await refreshed(asked)).toEqual({ directory: 'startups', ...expected });
  });

  it('logs the most usual request, whatever else its event says', async () => {
    const line = await lineOf({
      refresh: {},
      ...ofMethod('POST'),
      headers: { 'if-none-match': '*' },
    });

    expect(line).toMatchObject({ status: 200, coding: 'br', fromMemory: false, FreshReads: 1 });
  });

  it('reports a bug as a defect, without its stack', async () => {
    dependencies.copies.read = async () => Promise.reject(new TypeError('ada@'));

    expect(await refreshed()).toEqual({
      directory: 'startups',
      failure: { kind: 'defect', name: 'TypeError', reason: 'unforeseen' },
    });
  });
});

describe('a function', () => {
  const settings = {
    [environment.clusterArn]: 'arn:aws:rds:eu-west-1:000000000000:cluster:portal',
    [environment.readerSecretArn]: 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:reader',
    [environment.databaseName]: 'portal',
    [environment.lastGoodBucket]: 'last-good',
    [environment.memorySeconds]: '0',
    [environment.metricNamespace]: NAMESPACE,
  };

  function deployed(variables: Readonly<Record<string, string>>): Handler {
    jest.replaceProperty(process, 'env', { ...process.env, ...variables });
    return directoryHandler(directories.startups);
  }

  it('asks what its environment names, each once, and writes its line to standard output', async () => {
    const rdsData = mockClient(RDSDataClient);
    const s3 = mockClient(S3Client);
    rdsData.on(ExecuteStatementCommand).resolves({ records: [] });
    s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: 'none', $metadata: {} }));
    s3.on(PutObjectCommand).resolves({});
    const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const memorySeconds = { [environment.memorySeconds]: ' 60 ' };
    const remembering = deployed({ ...settings, ...memorySeconds });

    await remembering({}, context);
    await remembering({}, context);

    expect(rdsData.commandCalls(ExecuteStatementCommand)[0]?.args[0].input).toMatchObject({
      resourceArn: settings[environment.clusterArn],
      secretArn: settings[environment.readerSecretArn],
      database: 'portal',
    });
    const [put] = s3.commandCalls(PutObjectCommand);
    expect(put?.args[0].input.Bucket).toBe('last-good');
    expect([rdsData.calls().length, s3.calls().length]).toEqual([1, 2]);
    const clients = [...rdsData.calls(), ...s3.calls()].map(
      ({ thisValue }) => thisValue as S3Client,
    );
    for (const { config } of clients) expect(await config.maxAttempts()).toBe(1);
    // The copy has a hash of its own.
    const { config } = put?.thisValue as S3Client;
    const checksums = [config.requestChecksumCalculation(), config.responseChecksumValidation()];
    expect(await Promise.all(checksums)).toEqual(['WHEN_REQUIRED', 'WHEN_REQUIRED']);
    const texts = written.mock.calls.map(([text]) => String(text));
    expect(texts).toHaveLength(2);
    for (const text of texts) expect(text).toMatch(/^\{.*\}\n$/u);
  });

  it.each(Object.keys(settings) as (keyof typeof settings)[])('is not made without %s', (name) => {
    const { [name]: _, ...others } = settings;

    for (const incomplete of [others, { ...settings, [name]: ' ' }]) {
      expect(() => deployed(incomplete)).toThrow(`The environment variable ${name} is not set`);
    }
  });

  it.each(['soon', '-1', '3601'])('is not made with %p seconds of memory', (seconds) => {
    const wrong = { ...settings, [environment.memorySeconds]: seconds };

    expect(() => deployed(wrong)).toThrow('is not a number from 0 to 3600');
  });
});
