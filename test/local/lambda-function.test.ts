/** Functions whose code is a text in a test, in threads of their own. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { LambdaFunction } from '../../local/lambda-function.ts';
import { until } from '../support/until.ts';

class TinyFunctions {
  /** What they wrote. */
  log = '';
  readonly folder = mkdtempSync(path.join(tmpdir(), 'tiny-functions-'));
  readonly #made: LambdaFunction[] = [];

  make(code: string): LambdaFunction {
    const folder = mkdtempSync(path.join(this.folder, 'code-'));
    writeFileSync(path.join(folder, 'index.mjs'), code);
    const made = new LambdaFunction({
      name: 'tiny',
      folder,
      variables: { COLOUR: 'blue' },
      onLog: (text) => {
        this.log += text;
      },
    });
    this.#made.push(made);
    return made;
  }

  async close(): Promise<void> {
    await Promise.all(this.#made.map(async (each) => each.close()));
    rmSync(this.folder, { recursive: true });
  }
}

/** The answer, read. */
async function invoke(made: LambdaFunction, event: unknown = {}): Promise<unknown> {
  return JSON.parse(await made.invoke(event)) as unknown;
}

const hanging = `await new Promise(() => {});`;

let tiny: TinyFunctions;
beforeEach(() => {
  tiny = new TinyFunctions();
});
afterEach(async () => tiny.close());

const counting = `let count = 0; export const handler = async () => { count += 1; return { count }; };`;

test('the handler gets its event, its context and its variables, and nothing of ours', async () => {
  const made = tiny.make(`export const handler = async (event, context) => ({
    event, name: context.functionName, 
    colour: process.env.COLOUR, jest: process.env.JEST_WORKER_ID ?? 'unset', path: process.env.PATH ?? 'unset' });`);

  const answer = await invoke(made, { hello: 'wörld' });

  expect(answer).toMatchObject({
    event: { hello: 'wörld' },
    name: 'tiny',
    colour: 'blue',
    jest: 'unset',
    path: 'unset',
  });
});

test('an event that is worked on meanwhile is still answered, and its environment not used again', async () => {
  const made = tiny.make(
    `${counting} export { handler as counting }; console.log('loaded');`.replace(
      'count += 1;',
      `count += 1; console.log('working'); await new Promise((go) => setTimeout(go, 50));`,
    ),
  );
  const answer = invoke(made);
  await until(() => tiny.log.includes('working'));
  made.endEnvironments();

  expect(await answer).toMatchObject({ count: 1 });
  expect(await invoke(made)).toMatchObject({ count: 1 });
});

test('a hundred events at once share four environments, and one that crashes blocks no other', async () => {
  const made = tiny.make(`import { threadId } from 'node:worker_threads';
    export const handler = async ({ number }) => {
      if (number === 1) process.exit(3); return threadId; };`);
  const numbers = Array.from({ length: 100 }, (_, number) => number);

  const answers = await Promise.allSettled(numbers.map(async (number) => invoke(made, { number })));

  const environments = answers.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  expect(environments).toHaveLength(99);
  expect(new Set(environments).size).toBe(4); // one of them in place of the crashed one
});

test('closing fails the events that wait', async () => {
  const made = tiny.make(`export const handler = async () => { ${hanging} };`);
  const outcomes = Promise.allSettled(Array.from({ length: 5 }, async () => made.invoke({})));
  await made.close();

  expect((await outcomes).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
});

test('a handler that throws fails the event only', async () => {
  const made = tiny.make(`let count = 0; export const handler = async ({ bad }) => {
    count += 1; if (bad) throw new TypeError('no such thing'); return count; };`);

  await expect(made.invoke({ bad: true })).rejects.toThrow(
    /^The function tiny threw TypeError: no such thing/s,
  );
  expect(await invoke(made)).toBe(2);
});

test.each([
  ['exits', `process.exit(3)`, 'The function tiny crashed: exit code 3'],
  [
    'leaves a rejection unhandled',
    `Promise.reject(new Error('nobody listens')); ${hanging}`,
    /crashed: .*nobody listens/,
  ],
])('a handler that %s fails the event, and the next one starts cold', async (_, crash, message) => {
  const made = tiny.make(`let count = 0; export const handler = async ({ bad }) => {
    count += 1; if (bad) { ${crash} } return count; };`);
  await invoke(made);

  await expect(made.invoke({ bad: true })).rejects.toThrow(message);
  expect(await invoke(made)).toBe(1);
});
