import {
  AccessDeniedException,
  ExecuteStatementCommand,
  RDSDataClient,
} from '@aws-sdk/client-rds-data';
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import type { Context } from 'aws-lambda';

import { directories } from '../../contract/directories.ts';
import { environment } from '../../contract/names.ts';
import { copyHeaders, timeInWhiteSpace } from '../../contract/last-good.ts';
import { systemClock } from '../../lambda/aws/clock.ts';
import { directoryHandler } from '../../lambda/directory/handler.ts';
import type { ListResponse } from '../../lambda/directory/render.ts';
import * as reporting from '../../lambda/directory/report.ts';
import { sha256Of } from '../../lambda/aws/last-good.ts';
import { startup } from '../support/records/records.ts';

jest.mock('../../lambda/directory/report.ts', () => ({
  report: jest.fn(),
  reporterOf: () => ({ logger: { addContext: () => {} } }),
}));

/** Only what cannot be had for real is a mock here; `test/service` runs the whole handler. */
const rdsData = mockClient(RDSDataClient);
const s3 = mockClient(S3Client);
const report = jest.mocked(reporting.report);
const EIGHT = Date.parse('2026-11-20T08:00:00Z');
const context = { awsRequestId: 'request', functionName: 'startups' } as Context;

const settings = {
  [environment.clusterArn]: 'arn:aws:rds:eu-west-1:000000000000:cluster:portal',
  [environment.readerSecretArn]: 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:reader',
  [environment.databaseName]: 'portal',
  [environment.lastGoodBucket]: 'last-good',
  [environment.memorySeconds]: '0',
  [environment.metricNamespace]: 'PublicDirectory/Test',
};

const nothing = { isNull: true };

beforeEach(() => {
  rdsData.reset();
  s3.reset();
  report.mockReset();
  rdsData.on(ExecuteStatementCommand).resolves({
    records: [
      [
        { stringValue: startup(1).id },
        { longValue: 1 },
        { longValue: 1 },
        { stringValue: JSON.stringify(startup(1)) },
        nothing,
      ],
      [nothing, nothing, nothing, { stringValue: '1:1:' }, { booleanValue: true }],
    ],
  });
  s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: 'none', $metadata: {} }));
  s3.on(PutObjectCommand).resolves({});
});

function handlerWith(variables: Record<string, string>) {
  jest.replaceProperty(process, 'env', { ...process.env, ...variables });
  return directoryHandler(directories.startups);
}

type Event = Parameters<ReturnType<typeof handlerWith>>[0];

async function responseTo(event: Event): Promise<ListResponse> {
  return (await handlerWith(settings)(event, context)) as ListResponse;
}

/** The store has a copy that says so of itself; what it holds does not matter. */
function copyHas(records: number): void {
  const body = Buffer.from('[]');
  const sha256 = sha256Of(body);
  const facts = { bucket: 'last-good', directory: 'startups', cachedAt: 0, records, sha256 };
  const stored = Buffer.concat([body, Buffer.from(timeInWhiteSpace(0))]);
  s3.on(GetObjectCommand).resolves({
    Body: { transformToByteArray: async () => stored } as never,
    ETag: '"1"',
    Metadata: copyHeaders(facts).Metadata,
  });
}

function ofMethod(method: string): Event {
  const http = { method, path: '/', protocol: '', sourceIp: '', userAgent: '' };
  return { requestContext: { http } };
}

describe('the handler', () => {
  it('reads with the cluster, the secret and the database of its environment', async () => {
    await responseTo({});

    expect(rdsData.commandCalls(ExecuteStatementCommand)[0]?.args[0].input).toMatchObject({
      resourceArn: settings[environment.clusterArn],
      secretArn: settings[environment.readerSecretArn],
      database: 'portal',
    });
    expect(s3.commandCalls(PutObjectCommand)[0]?.args[0].input.Bucket).toBe('last-good');
  });

  it('asks the database and the store once: what fails is asked again by the next request', async () => {
    await responseTo({});

    const clients = [...rdsData.calls(), ...s3.calls()].map(
      ({ thisValue }) => thisValue as RDSDataClient | S3Client,
    );
    const attempts = clients.map(async ({ config }) => config.maxAttempts());
    expect(await Promise.all(attempts)).toEqual([1, 1, 1]);
  });

  it('leaves the checksums of S3 to the hash that the copy has of its own', async () => {
    await responseTo({});

    const clients = s3.calls().map(({ thisValue }) => thisValue as S3Client);
    expect(clients).toHaveLength(2);
    for (const { config } of clients) {
      expect(await config.requestChecksumCalculation()).toBe('WHEN_REQUIRED');
      expect(await config.responseChecksumValidation()).toBe('WHEN_REQUIRED');
    }
  });

  it('takes coding and tag from the headers of the event', async () => {
    const { headers } = await responseTo({ headers: { 'accept-encoding': 'gzip' } });
    const ifNoneMatch = headers['ETag'] ?? '';

    const { statusCode } = await responseTo({ headers: { 'if-none-match': ifNoneMatch } });

    expect(headers['Content-Encoding']).toBe('gzip');
    expect(statusCode).toBe(304);
  });

  it('gives CloudFront the whole list, whatever it has', async () => {
    const { headers } = await responseTo({});

    const response = await responseTo({
      headers: { 'user-agent': 'Amazon CloudFront', 'if-none-match': headers['ETag'] ?? '' },
    });

    expect(response.statusCode).toBe(200);
    expect(JSON.parse(response.body)).toHaveLength(1);
  });

  it.each(['GET', 'HEAD'])('takes the method from the event: %s', async (method) => {
    const { statusCode, body } = await responseTo(ofMethod(method));

    expect(statusCode).toBe(200);
    expect(body === '').toBe(method === 'HEAD');
  });

  it('remembers an answer for the seconds of its environment', async () => {
    const now = jest.spyOn(systemClock, 'now').mockReturnValue(EIGHT);
    const handler = handlerWith({ ...settings, [environment.memorySeconds]: '2' });
    await handler({}, context);

    now.mockReturnValue(EIGHT + 1999);
    await handler({}, context);
    expect(rdsData.calls()).toHaveLength(1);

    now.mockReturnValue(EIGHT + 2000);
    await handler({}, context);
    expect(rdsData.calls()).toHaveLength(2);
  });

  it('tells its report the directory, the time and how long the answer took', async () => {
    const now = jest.spyOn(systemClock, 'now').mockReturnValue(EIGHT);
    const elapsed = jest.spyOn(systemClock, 'elapsed').mockReturnValue(1000);
    rdsData.on(ExecuteStatementCommand).callsFake(async () => {
      now.mockReturnValue(EIGHT - 3_600_000); // somebody sets the clock back meanwhile
      elapsed.mockReturnValue(1250);
      return Promise.reject(new Error('a bug'));
    });

    await responseTo({});

    const answered: unknown = expect.objectContaining({ fromMemory: false });
    expect(report.mock.calls[0]?.slice(1)).toEqual(['startups', answered, EIGHT - 3_600_000, 250]);
  });

  it('measures a refresh as the most usual request: compressed, and not from the cache', async () => {
    const event = { refresh: {}, headers: { 'accept-encoding': 'gzip', 'if-none-match': '*' } };

    await handlerWith(settings)(event, context);

    expect(report.mock.calls[0]?.[2].response).toMatchObject({
      statusCode: 200,
      headers: { 'Content-Encoding': 'br' },
    });
  });

  it.each([
    null,
    {},
    { headers: {} },
    { requestContext: {} },
    { refresh: null },
    { rawPath: '/v1/nope' },
  ])('takes an event of which parts are missing for a GET: %j', async (event) => {
    const { statusCode, body } = await responseTo(event);

    expect(statusCode).toBe(200);
    expect(JSON.parse(body)).toEqual([startup(1)]);
  });

  it('refuses another method without reading anything', async () => {
    const { statusCode, headers, isBase64Encoded } = await responseTo(ofMethod('POST'));

    expect(statusCode).toBe(405);
    expect(headers).toMatchObject({ Allow: 'GET, HEAD, OPTIONS' });
    expect(isBase64Encoded).toBe(false);
    expect(rdsData.calls()).toHaveLength(0);
  });

  it('says what a refresh found out instead of sending the list', async () => {
    jest.spyOn(systemClock, 'now').mockReturnValue(EIGHT);

    expect(await handlerWith(settings)({ refresh: {} }, context)).toEqual({
      directory: 'startups',
      records: 1,
      kept: { state: 'written' },
      copy: { records: 1, cachedAt: '2026-11-20T08:00:00.000Z' },
    });
  });

  it('says why a refresh got nothing', async () => {
    rdsData
      .on(ExecuteStatementCommand)
      .rejects(new AccessDeniedException({ message: 'no', $metadata: { httpStatusCode: 403 } }));

    expect(await handlerWith(settings)({ refresh: {} }, context)).toEqual({
      directory: 'startups',
      failure: {
        kind: 'defect',
        name: 'DatabaseDefect',
        reason: 'AccessDeniedException, HTTP 403',
      },
    });
  });

  it('publishes no drop that nobody has accepted, and says that it met one', async () => {
    copyHas(12);
    const handler = handlerWith(settings);

    expect(await handler({ refresh: {} }, context)).toEqual({
      directory: 'startups',
      failure: {
        kind: 'defect',
        name: 'ListRefused',
        reason: '1 records are left of 12',
        isDrop: true,
      },
      copy: { records: 12, cachedAt: '1970-01-01T00:00:00.000Z' },
    });
    expect(await handler({ refresh: { acceptDrop: true } }, context)).not.toHaveProperty('failure');
  });

  it('writes the copy again without a new list only where a proof of it is asked for', async () => {
    copyHas(12);
    const handler = handlerWith(settings);

    expect(await handler({ refresh: {} }, context)).not.toHaveProperty('kept');
    expect(await handler({ refresh: { proveWrite: true } }, context)).toMatchObject({
      failure: { name: 'ListRefused' },
      kept: { state: 'written' },
    });
  });

  it('answers though its report fails, and says that it did', async () => {
    report.mockImplementation(() => {
      throw new Error('ada@example.com');
    });
    const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);

    const { statusCode } = await responseTo({});

    expect(statusCode).toBe(200);
    expect(written.mock.calls.flat().join('')).toContain('"reason":"unforeseen"');
    expect(written.mock.calls.flat().join('')).not.toContain('ada@');
  });

  it('answers 503 as a last resort when making the answer throws, and a refresh with a defect', async () => {
    const handler = handlerWith(settings);
    jest.spyOn(systemClock, 'now').mockReturnValue(Number.NaN); // no header can be made of it
    const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);

    const { statusCode, headers } = (await handler({}, context)) as ListResponse;

    expect(statusCode).toBe(503);
    expect(headers).toHaveProperty('Access-Control-Allow-Origin', '*');
    expect(report.mock.lastCall?.[2]).toMatchObject({ fromMemory: false });
    const [line] = written.mock.calls.flat();
    expect(JSON.parse(String(line))).toMatchObject({ kind: 'defect', name: 'RangeError' });
    expect(String(line)).toMatch(/^[^\n]+\n$/u);
    expect(await handler({ refresh: {} }, context)).toEqual({
      directory: 'startups',
      failure: { kind: 'defect', name: 'Unforeseen', reason: 'see the log' },
    });
  });

  it.each(Object.keys(settings) as (keyof typeof settings)[])('is not made without %s', (name) => {
    const { [name]: _, ...others } = settings;

    for (const incomplete of [others, { ...settings, [name]: ' ' }]) {
      expect(() => handlerWith(incomplete)).toThrow(`The environment variable ${name} is not set`);
    }
  });

  it.each(['0', '3600', ' 60 '])('is made with %p seconds of memory', (seconds) => {
    expect(() => handlerWith({ ...settings, [environment.memorySeconds]: seconds })).not.toThrow();
  });

  it.each(['', ' ', 'soon', '-1', '3601'])('is not made with %p seconds of memory', (seconds) => {
    expect(() => handlerWith({ ...settings, [environment.memorySeconds]: seconds })).toThrow(
      environment.memorySeconds,
    );
  });
});
