import { invoke, hanging, TinyFunctions } from './tiny-functions.ts';
import { until } from '../../support/time/until.ts';

let tiny: TinyFunctions;
beforeEach(() => {
  tiny = new TinyFunctions();
});
afterEach(async () => tiny.close());

const counting = `let count = 0; export const handler = async () => { count += 1; return { count, pid: process.pid }; };`;

test('the handler gets its event, its context and its variables, and nothing of ours', async () => {
  const made = tiny.make(`export const handler = async (event, context) => ({
    event, name: context.functionName, left: context.getRemainingTimeInMillis(),
    colour: process.env.COLOUR, jest: process.env.JEST_WORKER_ID ?? 'unset', path: process.env.PATH ?? 'unset' });`);

  const answer = await invoke(made, { hello: 'wörld' });

  expect(answer).toMatchObject({
    event: { hello: 'wörld' },
    name: 'tiny',
    colour: 'blue',
    jest: 'unset',
    path: 'unset',
  });
  const { left } = answer as { left: number };
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(5000);
});

test('the state of the module survives from event to event', async () => {
  const made = tiny.make(counting);

  expect(await invoke(made)).toMatchObject({ count: 1 });
  expect(await invoke(made)).toMatchObject({ count: 2 });
});

test('after its environments were ended, a function starts cold', async () => {
  const made = tiny.make(counting);
  await invoke(made);
  made.endEnvironments();

  expect(await invoke(made)).toMatchObject({ count: 1 });
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

test('what a function writes reaches the log', async () => {
  const made = tiny.make(
    `export const handler = async () => { console.log('to out'); console.error('to err'); };`,
  );

  expect(await invoke(made)).toBeNull();
  await until(() => tiny.log.includes('to out\n') && tiny.log.includes('to err\n'));
});

test('as many events as the function may have are worked on at once, further ones wait', async () => {
  const made = tiny.make(
    `export const handler = async () => { console.log('begun'); await new Promise((go) => setTimeout(go, 40)); return process.pid; };`,
  );
  const begun = () => tiny.log.split('begun').length - 1;

  const pids = await Promise.all(Array.from({ length: 7 }, async () => invoke(made)));

  expect(new Set(pids).size).toBe(2);
  await until(() => begun() === 7);
});

test('closing fails what is worked on and what waits, and leaves no process', async () => {
  const made = tiny.make(
    `export const handler = async () => { console.log(process.pid); ${hanging} };`,
  );
  const answers = Promise.allSettled(Array.from({ length: 5 }, async () => made.invoke({})));
  const pids = () => tiny.log.split('\n').filter(Boolean).map(Number);
  await until(() => pids().length === 2);

  await made.close();

  const messages = (await answers).map((each) =>
    each.status === 'rejected' ? String(each.reason) : '',
  );
  expect(messages.filter((message) => message.endsWith('tiny was ended'))).toHaveLength(2);
  expect(messages.filter((message) => message.endsWith('tiny is closed'))).toHaveLength(3);
  for (const pid of pids()) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  await expect(made.invoke({})).rejects.toThrow('is closed');
});
