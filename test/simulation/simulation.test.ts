/** Some lives of the simulation; `npm run simulate` lives through thousands. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { none } from './figures.ts';
import { reportOf } from './report-of-figures.ts';
import type { Surroundings } from './run.ts';
import { simulate } from './simulation.ts';
import { surroundings } from './surroundings.ts';
import { usageOf } from './usage.ts';

/** `npm run planted` asks for more: some bugs show in few lives only. */
const LIVES = Number(process.env['SIMULATED_LIVES'] ?? 25);

/** Some seconds, but many more on a busy machine. */
const LIMIT_MS = 120_000;

let around: Surroundings;

beforeAll(async () => {
  around = await surroundings();
}, LIMIT_MS);

afterAll(() => {
  around.logs.release();
});

/** In a process of its own: Jest's world is three times as slow. */
async function simulateLives(): Promise<string> {
  const command = ['--import', 'tsx', 'test/simulation/simulate.ts', '--seeds', String(LIVES)];
  const { stdout } = await promisify(execFile)(process.execPath, [...command, '--workers', '1']);
  return stdout;
}

function figure(report: string, name: string): number {
  const [, digits = ''] = new RegExp(`^${name} +([0-9,]+)`, 'mu').exec(report) ?? [];
  return Number(digits.replaceAll(',', ''));
}

test(
  'whatever fails, no promise is broken',
  async () => {
    const report = await simulateLives().catch(
      (error: unknown) => (error as { readonly stdout: string }).stdout,
    );

    expect(report).toMatch(/^violations +0$/mu);
    expect(figure(report, 'requests')).toBeGreaterThan(15 * LIVES);
    expect(figure(report, 'faults met')).toBeGreaterThan(10 * LIVES);
  },
  LIMIT_MS,
);

test('the same seed gives the same trace, byte for byte', async () => {
  const traces: string[][] = [[], []];
  for (const lines of traces) {
    const onTrace = (line: string): void => {
      lines.push(line);
    };
    await simulate(7, { ...around, onTrace });
  }

  expect(traces[0]).toEqual(traces[1]);
  expect(traces[0]?.length).toBeGreaterThan(20);
});

test('a violation is told with the command that replays it', () => {
  const violations = [{ seed: 7, sentence: 'the answer is 500' }];

  const report = reportOf({ ...none, lives: 1, violations }, 1);

  expect(report).toContain('seed 7: the answer is 500\n  npm run simulate -- --seed 7\n');
});

test.each([
  [{ seeds: 'many' }, '--seeds takes a whole number from 1 to 10000000, not "many".'],
  [{ seed: '1', seeds: '2' }, '--seed is one life: give it without --seeds and --from.'],
])('%j is refused in one sentence', (given, sentence) => {
  const rest = { from: undefined, seeds: undefined, seed: undefined, workers: undefined };

  expect(() => usageOf({ ...rest, ...given })).toThrow(sentence);
});
