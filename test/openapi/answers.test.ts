import { allDirectories } from '../../contract/directories.ts';
import { notAcceptable } from '../../contract/routing.ts';
import {
  againstSchema,
  described,
  describedHeaders,
  published,
} from '../support/openapi/published.ts';
import { type Answer, plainBody } from '../support/http/ask.ts';
import { START_LIMIT_MS, TestService } from '../support/service/service.ts';

/** OpenAPI has no place for it among the headers: it is the key of the content. */
const CONTENT_TYPE = 'content-type';
/** Every server's own, of the connection and the message. */
const OF_HTTP = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);
/** The edge's word on itself, which no client reads. */
const OF_CLOUDFRONT = /^(?:via|x-cache|x-amz-cf-.*)$/u;
/** What only some answers have, or only the edge adds. */
const SOMETIMES = new Set([
  'Age',
  'Last-Modified',
  'Content-Encoding',
  'Strict-Transport-Security',
  'Content-Security-Policy',
]);

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
}, START_LIMIT_MS);
afterEach(async () => service.heal());
afterAll(async () => service.close());

describe.each(allDirectories)('the answers for $name', ({ name }) => {
  test('a fresh list is as described', async () => {
    const answer = await service.get(name);

    expect([answer.status, answer.headers['x-data-source']]).toEqual([200, 'database']);
    expectDescribed(`/${name}`, answer);
  });

  test.each(['br', 'gzip'])('a list in %s is as described', async (coding) => {
    const answer = await service.get(name, { 'Accept-Encoding': coding });

    expect(answer.headers['content-encoding']).toBe(coding);
    expectDescribed(`/${name}`, answer);
  });

  test('a stale list is as described', async () => {
    await service.get(name);
    await service.dataApi.faults.set('down');

    const answer = await service.get(name);

    expect([answer.status, answer.headers['x-data-source']]).toEqual([200, 'last-good']);
    expectDescribed(`/${name}`, answer);
  });

  test('a 304 is as described', async () => {
    const { headers } = await service.get(name);

    const answer = await service.get(name, { 'If-None-Match': headers['etag'] ?? '' });

    expect(answer.status).toBe(304);
    expectDescribed(`/${name}`, answer);
  });

  test('a 503 without a copy is as described', async () => {
    service.endEnvironments();
    await service.heal();
    await service.dataApi.faults.set('down');

    const answer = await service.get(name);

    expect(answer.status).toBe(503);
    expectDescribed(`/${name}`, answer);
  });

  test('a 405 is as described', async () => {
    const answer = await service.ask(`/v1/${name}`, { method: 'DELETE' });

    expect(answer.status).toBe(405);
    expectDescribed(`/${name}`, answer);
  });

  test('HEAD and a query string change nothing of the headers', async () => {
    const plain = await service.get(name);
    const head = await service.ask(`/v1/${name}?page=2`, { method: 'HEAD' });

    expect(head.headers['etag']).toBe(plain.headers['etag']);
    expect(departures(`/${name}`, head)).toEqual([]);
  });
});

describe('behind the edge', () => {
  let edge: TestService;
  beforeAll(async () => {
    edge = await TestService.start({ edge: true });
    await edge.getAll();
  }, START_LIMIT_MS);
  afterAll(async () => edge.close());

  test('an answer from the cache is as described, with its age', async () => {
    const answer = await edge.get('jobs');

    expect(departures('/jobs', answer)).toEqual([]);
    expect(answer.headers).toHaveProperty('age');
    expect(answer.headers).toHaveProperty('strict-transport-security');
    expect(answer.headers).toHaveProperty('content-security-policy');
  });

  test('a copy from the store is as described', async () => {
    await edge.turn('DELETE', 'edge');
    await edge.turn('POST', 'gateway/down');

    const answer = await edge.get('jobs');

    expect(answer.headers).toHaveProperty('last-modified');
    expect([answer.status, answer.headers['x-data-source']]).toEqual([200, 'last-good']);
    expect(departures('/jobs', answer)).toEqual([]);
  });
});

test('the status is as described, healthy and with a copy that is broken', async () => {
  await service.getAll();
  expectDescribed('/status.json', await service.ask('/status.json'));

  await service.corruptCopy('founders');
  expectDescribed('/status.json', await service.ask('/status.json'));
});

test('the 406, which only a very long list gets, is as described', () => {
  const { statusCode, headers, body } = notAcceptable;
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);

  expectDescribed('/startups', {
    status: statusCode,
    headers: Object.fromEntries(lowerCase) as Answer['headers'],
    body: Buffer.from(body),
  });
});

test('the headers shown are the ones sent', async () => {
  const { headers } = await service.get('jobs');
  const { example } = published.components.headers['Access-Control-Expose-Headers'] ?? {};

  expect(headers['access-control-expose-headers']).toBe(example);
});

/** The whole truth of an answer of the service itself: nothing that is not described, nothing described that lacks. */
function expectDescribed(route: string, answer: Answer): void {
  expect(departures(route, answer)).toEqual([]);
  const promised = [...describedHeaders(described(route, String(answer.status))).keys()];
  const lacking = promised.filter(
    (name) => !SOMETIMES.has(name) && !Object.hasOwn(answer.headers, name.toLowerCase()),
  );
  expect(lacking).toEqual([]);
}

function departures(route: string, answer: Answer): readonly string[] {
  const response = described(route, String(answer.status));
  const headers = new Map(
    [...describedHeaders(response)].map(([name, header]) => [name.toLowerCase(), header]),
  );
  const sent = Object.entries(answer.headers).filter(
    ([name]) => name !== CONTENT_TYPE && !OF_HTTP.has(name) && !OF_CLOUDFRONT.test(name),
  );
  const required = [...headers].filter(([, header]) => header.required).map(([name]) => name);
  return [
    ...sent.flatMap(([name, value]) => {
      const schema = headers.get(name)?.schema;
      return schema === undefined
        ? [`${name} is not described`]
        : againstSchema(schema, schema['type'] === 'integer' ? Number(value) : value, name);
    }),
    ...required.filter((name) => !Object.hasOwn(answer.headers, name)),
    ...bodyDepartures(response.content ?? {}, answer),
  ];
}

function bodyDepartures(
  content: NonNullable<ReturnType<typeof described>['content']>,
  answer: Answer,
): readonly string[] {
  if (answer.body.length === 0) return [];
  const schema = content[answer.headers[CONTENT_TYPE] ?? '']?.schema;
  if (schema === undefined) return [`${answer.headers[CONTENT_TYPE]} is not described`];
  return againstSchema(schema, JSON.parse(plainBody(answer).toString()), 'body');
}
