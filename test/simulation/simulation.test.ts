/** Some runs of the simulation; `npm run simulate` makes thousands. */

import { none, reportOf } from './report.ts';
import { simulateCommand } from './simulate.ts';

/** `.ci/check` makes 400, and `npm run planted` asks for more here: some bugs show in few runs only. */
const RUNS = Number(process.env['SIMULATED_RUNS'] ?? 5);

/** Some seconds, but many more on a busy machine. */
jest.setTimeout(120_000);

/** Its runs are made in a process of their own: inside Jest they take three times as long. */
async function simulate(...args: readonly string[]) {
  const print = jest.fn<void, [string]>();
  const complain = jest.fn<void, [string]>();
  const terminal = { print, complain, inColour: false };
  const code = await simulateCommand.run(args, terminal, undefined);
  return { code, printed: print.mock.calls.join('\n'), complaint: complain.mock.calls.join('\n') };
}

function figureIn(text: string, name: string): number {
  const [, digits = ''] = new RegExp(`^${name} +([0-9,]+)`, 'mu').exec(text) ?? [];
  return Number(digits.replaceAll(',', ''));
}

test('whatever fails, no promise is broken, and the same seed gives the same trace', async () => {
  const { code, printed } = await simulate('--seeds', String(RUNS), '--workers', '1');

  expect(printed).toMatch(/^violations +0$/mu);
  expect(figureIn(printed, 'requests')).toBeGreaterThan(15 * RUNS);
  expect(figureIn(printed, 'faults met')).toBeGreaterThan(10 * RUNS);
  expect(code).toBe(0);
});

test('a violation is printed with the command that replays it', () => {
  const violations = [{ seed: 7, message: 'the answer is 500' }];

  const text = reportOf({ ...none, runs: 1, violations }, 1);

  expect(text).toContain('seed 7: the answer is 500\n  npm run simulate -- --seed 7');
});

test('--seed with --seeds is refused in one sentence', async () => {
  const { code, complaint } = await simulate('--seed', '1', '--seeds', '2');

  expect(code).toBe(2);
  expect(complaint).toContain('--seed is one run: give it without --seeds and --from.');
});
