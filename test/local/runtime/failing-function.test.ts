import { writeFileSync } from 'node:fs';

import { invoke, hanging, TinyFunctions } from './tiny-functions.ts';
import { until } from '../../support/time/until.ts';

let tiny: TinyFunctions;
beforeEach(() => {
  tiny = new TinyFunctions();
});
afterEach(async () => tiny.close());

const waiting = `export const handler = async ({ wait }) => { if (wait) ${hanging} return 'done'; };`;

test('a handler that throws fails the event only', async () => {
  const made = tiny.make(`let count = 0; export const handler = async ({ bad }) => {
    count += 1; if (bad) throw new TypeError('no such thing'); return count; };`);

  await expect(made.invoke({ bad: true })).rejects.toThrow(
    /^The function tiny threw .*"errorType":"TypeError".*no such thing/s,
  );
  expect(await invoke(made)).toBe(2);
});

test.each([
  ['exits', `process.exit(3)`, 'The function tiny crashed (3)'],
  ['is killed', `process.kill(process.pid, 'SIGKILL')`, 'The function tiny crashed (SIGKILL)'],
  [
    'leaves a rejection unhandled',
    `Promise.reject(new Error('nobody listens')); ${hanging}`,
    'The function tiny crashed (1)',
  ],
])('a handler that %s fails the event, and the next one starts cold', async (_, crash, message) => {
  const made = tiny.make(`let count = 0; export const handler = async ({ bad }) => {
    count += 1; if (bad) { ${crash} } return count; };`);
  await invoke(made);

  await expect(made.invoke({ bad: true })).rejects.toThrow(message);
  expect(await invoke(made)).toBe(1);
});

test('an environment that crashes between two events is not used again', async () => {
  const made = tiny.make(`import { existsSync } from 'node:fs';
  let count = 0; export const handler = async ({ crashesWith }) => {
    if (crashesWith) setInterval(() => {
      if (existsSync(crashesWith)) { console.log('gone'); process.exit(1); } }, 5);
    count += 1; return count; };`);
  const signal = tiny.unusedFile();
  await invoke(made, { crashesWith: signal });
  writeFileSync(signal, ''); // only now: its answer has come
  await until(() => tiny.log.includes('gone'));

  // At this very moment it may still look alive: then the event fails, as in the cloud, but does not hang.
  const answer = await made.invoke({}).catch(String);

  expect(['1', 'FunctionFailed: The function tiny crashed (1)']).toContain(answer);
  expect(await made.invoke({})).toMatch(/^[12]$/);
});

test('a handler that takes too long fails, and the next event starts cold', async () => {
  const made = tiny.make(waiting, { timeoutMs: 300 });

  await expect(made.invoke({ wait: true })).rejects.toThrow(
    'The function tiny took longer than 300 ms to answer',
  );
  expect(await invoke(made)).toBe('done');
});

test('a handler that never gives the thread back fails as well', async () => {
  const made = tiny.make(`export const handler = async () => { for (;;); };`, { timeoutMs: 300 });

  await expect(made.invoke({})).rejects.toThrow('took longer than 300 ms to answer');
});

test('an answer of up to 6 MiB is passed on, a larger one fails', async () => {
  const made = tiny.make(`export const handler = async ({ bytes }) => 'x'.repeat(bytes - 2);`);
  const limit = 6 * 1024 * 1024;

  expect(await made.invoke({ bytes: limit })).toHaveLength(limit);
  await expect(made.invoke({ bytes: limit + 1 })).rejects.toThrow(
    `The function tiny answered with more than ${limit} bytes`,
  );
});

test.each([
  ['throws while it is loaded', `throw new Error('bad setting');`, /did not start: .*bad setting/],
  ['is no JavaScript', `this is not`, /did not start: .*SyntaxError/],
  ['has no handler', `export const other = 1;`, /threw .*handler is not a function/],
])('a module that %s fails each event', async (_, code, message) => {
  const made = tiny.make(code);

  await expect(made.invoke({})).rejects.toThrow(message);
  await expect(made.invoke({})).rejects.toThrow(message);
});
