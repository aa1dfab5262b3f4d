import {
  DescribeFunctionCommand,
  TestFunctionCommand,
  type TestFunctionCommandInput,
  type TestResult,
} from '@aws-sdk/client-cloudfront';

import { type EdgeEvent, expectedOutput } from '../../tools/edge-events.ts';
import { testFunctions } from '../../tools/test-functions.ts';
import { awsError } from '../support/aws/aws-error.ts';
import { FakeStage } from '../support/fake-stage.ts';

type Headers = Record<string, { readonly value: string }>;

interface Output {
  response?: { statusCode: number; headers: Headers; body?: unknown };
  request?: { uri: string };
}

let stage: FakeStage;
/** What CloudFront makes of a right output. */
let change: (output: Output) => TestResult | undefined;

beforeEach(() => {
  stage = new FakeStage();
  change = () => undefined;
  stage.cloudFront.on(DescribeFunctionCommand).resolves({ ETag: 'E1' });
  stage.cloudFront.on(TestFunctionCommand).callsFake((input: TestFunctionCommandInput) => {
    const event = JSON.parse(Buffer.from(input.EventObject ?? []).toString()) as EdgeEvent;
    const output = expectedOutput(event) as Output;
    const result = change(output);
    // As CloudFront writes it: with fields that the function did not return.
    const { response, request } = output;
    const written =
      response === undefined
        ? { request: { querystring: {}, ...request, cookies: {} } }
        : { response: { cookies: {}, ...response } };
    return {
      TestResult: {
        ComputeUtilization: '12',
        FunctionErrorMessage: '',
        FunctionOutput: JSON.stringify(written),
        ...result,
      },
    };
  });
});

const run = async (...args: string[]) =>
  testFunctions.run(args, stage.terminal, stage.dependencies);

test('the live functions are tried with three events each, by their names and ETags', async () => {
  expect(await run('staging')).toBe(0);

  const tried = stage.cloudFront
    .commandCalls(TestFunctionCommand)
    .map(({ args: [{ input }] }) => [input.Name, input.IfMatch, input.Stage]);
  expect(tried).toEqual([
    ...Array.from({ length: 3 }, () => ['viewer-request-fn', 'E1', 'LIVE']),
    ...Array.from({ length: 3 }, () => ['viewer-response-fn', 'E1', 'LIVE']),
  ]);
  expect(stage.output).toContain('viewer-request   right  12 % of its time  GET of the page');
  expect(stage.complaint).toEqual([]);
});

test('a function that does not load is told with the error', async () => {
  change = () => ({
    FunctionErrorMessage: 'SyntaxError: Invalid RegExp flags "u"',
    FunctionOutput: '',
  });

  expect(await run('staging')).toBe(1);
  expect(stage.complaint).toHaveLength(6);
  expect(stage.complaint[0]).toBe(
    'CloudFront runs viewer-request otherwise than this source does, with GET of the page: it failed: SyntaxError: Invalid RegExp flags "u". Is this the source that was deployed?',
  );
});

test.each<[string, (output: Output) => void, string]>([
  [
    'another path',
    ({ request }) => {
      if (request !== undefined) request.uri = '/';
    },
    'the path is "/", not "/index.html"',
  ],
  [
    'another status',
    ({ response }) => {
      if (response?.statusCode === 404) response.statusCode = 200;
    },
    'the status is 200, not 404',
  ],
  [
    'a header too few',
    ({ response }) => {
      delete response?.headers['x-cached-at'];
    },
    'the header x-cached-at is missing, not "2026-11-20T08:00:00.000Z"',
  ],
  [
    'a header too many',
    ({ response }) => {
      if (response?.headers['x-cached-at']) response.headers['x-amz-id'] = { value: '1' };
    },
    'the header x-amz-id is "1", not missing',
  ],
  [
    'no body',
    ({ response }) => {
      if (response !== undefined) delete response.body;
    },
    'the body is missing, not "',
  ],
])('%s is one sentence', async (_, plant, sentence) => {
  change = (output) => {
    plant(output);
    return undefined;
  };

  expect(await run('staging')).toBe(1);
  expect(stage.complaint).toHaveLength(1);
  expect(stage.complaint[0]).toContain(`: ${sentence}`);
});

test('an output that is none is wrong', async () => {
  change = () => ({ FunctionOutput: '' });

  expect(await run('staging')).toBe(1);
  expect(stage.complaint).toHaveLength(6);
});

test('a function that needs much of its time is noted, and right', async () => {
  change = () => ({ ComputeUtilization: '71' });

  expect(await run('staging')).toBe(0);
  expect(stage.output[0]).toContain('71 % of its time, near to what CloudFront throttles');
});

test('a function that is gone is one sentence', async () => {
  stage.cloudFront.on(DescribeFunctionCommand).rejects(awsError('NoSuchFunctionExists', 'none'));

  expect(await run('staging')).toBe(1);
  expect(stage.complaint).toEqual([
    'The function does not exist, although the stack lists it: deploy the stage again (NoSuchFunctionExists: none).',
  ]);
});
