/** Tests the local stand-in for a Lambda function, which runs code in worker threads. The tests provide this code. */

import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { LambdaFunction } from '../../local/lambda-function.ts';
import { until } from '../support/until.ts';
import { newFolder } from '../support/run-folder.ts';

const folder = newFolder('tiny-function');

/** The log output of all Lambda functions that the tests start. */
let log = '';

/** Returns a Lambda function with this code. */
function tiny(code: string): LambdaFunction {
  writeFileSync(path.join(folder, 'index.mjs'), code);
  const onLog = (text: string): void => void (log += text);
  return new LambdaFunction({ name: 'tiny', folder, variables: { COLOUR: 'blue' }, onLog });
}

test('the handler gets its event, its context and its environment variables, but no other variables', async () => {
  const made = tiny(`export const handler = async (event, { functionName }) => ({
    event, functionName, colour: process.env.COLOUR, others: [process.env.JEST_WORKER_ID, process.env.PATH] });`);

  expect(await made.invoke({ hello: 'wörld' })).toEqual({
    event: { hello: 'wörld' },
    functionName: 'tiny',
    colour: 'blue',
    others: [null, null],
  });
  await made.close();
});

test('an execution environment that is ended while it handles an event still answers, and is not used again', async () => {
  const made = tiny(`let count = 0; export const handler = async () => {
    count += 1; console.log('working'); await new Promise((go) => setTimeout(go, 50)); return count; };`);
  const answer = made.invoke({});
  await until(() => log.includes('working'));
  made.endEnvironments();

  expect([await answer, await made.invoke({})]).toEqual([1, 1]);
  await made.close();
});
