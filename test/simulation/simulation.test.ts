/** Some runs of the simulation; `npm run simulate` makes thousands. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { none, reportOf } from './report.ts';
import { sharedByRuns, simulate } from './run.ts';
import { usageOf } from './usage.ts';

/** `.ci/check` makes 400, and `npm run planted` asks for more here: some bugs show in few runs only. */
const RUNS = Number(process.env['SIMULATED_RUNS'] ?? 10);

/** Some seconds, but many more on a busy machine. */
const LIMIT_MS = 120_000;

/** In a process of its own: inside Jest it takes three times as long. */
async function report(): Promise<string> {
  const command = ['--import', 'tsx', 'test/simulation/simulate.ts', '--seeds', String(RUNS)];
  const run = promisify(execFile)(process.execPath, [...command, '--workers', '1']);
  const { stdout } = await run.catch((error: unknown) => error as { readonly stdout: string });
  return stdout;
}

function figureIn(text: string, name: string): number {
  const [, digits = ''] = new RegExp(`^${name} +([0-9,]+)`, 'mu').exec(text) ?? [];
  return Number(digits.replaceAll(',', ''));
}

test(
  'whatever fails, no promise is broken',
  async () => {
    const text = await report();

    expect(text).toMatch(/^violations +0$/mu);
    expect(figureIn(text, 'requests')).toBeGreaterThan(15 * RUNS);
    expect(figureIn(text, 'faults met')).toBeGreaterThan(10 * RUNS);
  },
  LIMIT_MS,
);

test(
  'the same seed gives the same trace, byte for byte',
  async () => {
    const shared = await sharedByRuns();
    const traces: string[][] = [[], []];
    for (const lines of traces) {
      const onTrace = (line: string): void => {
        lines.push(line);
      };
      await simulate(7, { ...shared, onTrace });
    }
    shared.logs.release();

    expect(traces[0]).toEqual(traces[1]);
    expect(traces[0]?.length).toBeGreaterThan(20);
  },
  LIMIT_MS,
);

test('a violation is printed with the command that replays it', () => {
  const violations = [{ seed: 7, message: 'the answer is 500' }];

  const text = reportOf({ ...none, runs: 1, violations }, 1);

  expect(text).toContain('seed 7: the answer is 500\n  npm run simulate -- --seed 7\n');
});

test.each([
  [{ seeds: 'many' }, '--seeds takes a whole number from 1 to 10000000, not "many".'],
  [{ seed: '1', seeds: '2' }, '--seed is one run: give it without --seeds and --from.'],
])('%j is refused in one sentence', (given, sentence) => {
  const rest = { from: undefined, seeds: undefined, seed: undefined, workers: undefined };

  expect(() => usageOf({ ...rest, ...given })).toThrow(sentence);
});
