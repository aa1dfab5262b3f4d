import { gateway, type GatewayOptions } from '../../local/gateway.ts';
import { FunctionFailed } from '../../local/lambda-function.ts';

const ok = JSON.stringify({
  statusCode: 200,
  headers: { 'Content-Type': 'text/plain' },
  body: 'hello',
});

const internalError = {
  type: 'about:blank',
  title: 'Internal Server Error',
  status: 500,
  detail: 'The list could not be made; try again.',
};

/** Stands for every function; it is told its name. */
let invoke: jest.Mock<Promise<string>, [event: unknown, name: string]>;
let failures: string[];
beforeEach(() => {
  invoke = jest.fn<Promise<string>, [unknown, string]>(async () => ok);
  failures = [];
});

async function answer(path: string, method = 'GET', options: Partial<GatewayOptions> = {}) {
  const ask = gateway({
    functions: new Map(
      ['startups', 'founders', 'jobs', 'status', 'feed'].map((name) => [
        name,
        { invoke: async (event) => invoke(event, name) },
      ]),
    ),
    site: {
      answer: async (file) =>
        file === '/index.html' || file === '/docs.html'
          ? { status: 200, headers: {}, body: Buffer.from(`the page ${file}`) }
          : undefined,
    },
    onFailure: (message) => failures.push(message),
    ...options,
  });
  const { status, headers, body } = await ask({ method, path, headers: { 'x-one': '1' } });
  return { status, headers, body: body.toString() };
}

test.each([
  [new FunctionFailed('jobs', 'crashed'), 'The function jobs crashed'],
  [new TypeError('a bug'), 'a bug'],
])('a function that fails is a 500 that does not say why: %s', async (error, message) => {
  invoke.mockRejectedValue(error);

  const { status, body } = await answer('/v1/jobs');

  expect([status, JSON.parse(body)]).toEqual([500, internalError]);
  expect(failures).toEqual([expect.stringContaining(message)]);
});

test('a gateway that cannot reach its functions answers as API Gateway does', async () => {
  const { status, body } = await answer('/v1/jobs', 'GET', { isDown: () => true });

  expect([status, body]).toEqual([503, '{"message":"Service Unavailable"}']);
  expect(invoke).not.toHaveBeenCalled();
});
