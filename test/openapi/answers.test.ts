import { allDirectories } from '../../contract/directories.ts';
import { againstSchema, described, describedHeaders } from '../support/openapi/published.ts';
import { type Answer, ask, plainBody, type Question } from '../support/http/ask.ts';
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
  service = await TestService.start({ edge: true, startups: 12 });
}, START_LIMIT_MS);
afterEach(async () => service.heal());
afterAll(async () => service.close());

/** Of the service itself, without the edge. */
async function answerTo(route: string, question?: Question): Promise<Answer> {
  return ask(`${service.gatewayUrl}${route}`, question);
}

describe.each(allDirectories)('the answers for $name', ({ name, path }) => {
  test('a list in each coding, a 304 and a 405 have exactly the headers that are described', async () => {
    const { etag = '' } = (await answerTo(path)).headers;
    const questions: readonly Question[] = [
      ...['identity', 'br', 'gzip'].map((coding) => ({ headers: { 'Accept-Encoding': coding } })),
      { headers: { 'If-None-Match': etag } },
      { method: 'DELETE' },
    ];
    for (const question of questions) expectDescribed(`/${name}`, await answerTo(path, question));
  });

  test('a stale list, and a 503 without a copy, are as described', async () => {
    await answerTo(path);
    service.dataApi.faults.set('down');
    const stale = await answerTo(path);
    await service.deleteCopy(name);
    service.endEnvironments();
    const nothing = await answerTo(path);

    expect(stale).toMatchObject({ status: 200, headers: { 'x-data-source': 'last-good' } });
    expectDescribed(`/${name}`, stale);
    expect(nothing.status).toBe(503);
    expectDescribed(`/${name}`, nothing);
  });
});

test('behind the edge, an answer from the cache is as described, with its age, and so is a copy from the store', async () => {
  await service.getAllKept();
  const cached = await service.get('jobs');
  await service.turn('DELETE', 'edge');
  await service.turn('POST', 'gateway/down');
  const copy = await service.get('jobs');
  await service.turn('POST', 'gateway/up');

  expect(departures('/jobs', cached)).toEqual([]);
  expect(Object.keys(cached.headers)).toEqual(
    expect.arrayContaining([
      'age',
      'strict-transport-security',
      'content-security-policy',
    ]) as unknown,
  );
  expect(copy.headers).toHaveProperty('last-modified');
  expect([copy.status, copy.headers['x-data-source']]).toEqual([200, 'last-good']);
  expect(departures('/jobs', copy)).toEqual([]);
});

test('the status is as described, healthy and with a copy that is broken', async () => {
  for (const { path } of allDirectories) await answerTo(path);
  expectDescribed('/status.json', await answerTo('/status.json'));

  await service.corruptCopy('founders');
  expectDescribed('/status.json', await answerTo('/status.json'));
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
