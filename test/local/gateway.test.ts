import { gateway } from '../../local/gateway.ts';
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

/** Stands for the function of the jobs. */
let invoke: jest.Mock<Promise<string>, [unknown]>;
let log: string;
beforeEach(() => {
  invoke = jest.fn<Promise<string>, [unknown]>(async () => ok);
  log = '';
});

async function answer(isDown = false) {
  const ask = gateway({
    functions: new Map([['jobs', { invoke }]]),
    site: new Map(),
    onLog: (text) => (log += text),
    isDown: () => isDown,
  });
  return ask({ method: 'GET', path: '/v1/jobs', headers: {} });
}

test.each([
  [new FunctionFailed('jobs', 'crashed'), 'The function jobs crashed'],
  [new TypeError('a bug'), 'a bug'],
])('a function that fails is a 500 that does not say why: %s', async (error, message) => {
  invoke.mockRejectedValue(error);

  const { statusCode, body } = await answer();

  expect([statusCode, JSON.parse(String(body))]).toEqual([500, internalError]);
  expect(log).toContain(message);
});

test('a gateway that cannot reach its functions answers as API Gateway does', async () => {
  const { statusCode, body } = await answer(true);

  expect([statusCode, body]).toEqual([503, '{"message":"Service Unavailable"}']);
  expect(invoke).not.toHaveBeenCalled();
});
