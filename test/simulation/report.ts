/** What a run reports: its trace, its counts and the promise that it found broken; and of many runs the figures. */

import { createHash } from 'node:crypto';

/** A promise of the service does not hold. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

export function must(holds: boolean, message: string): void {
  if (!holds) throw new Violation(message);
}

export class Trace {
  readonly counts: Record<string, number> = {};
  slowestMs = 0;
  readonly #hash = createHash('sha256');
  readonly #now: () => number;
  readonly #onLine: ((line: string) => void) | undefined;

  constructor(now: () => number, onLine: ((line: string) => void) | undefined) {
    this.#now = now;
    this.#onLine = onLine;
  }

  line(text: string): void {
    const line = `${new Date(this.#now()).toISOString()} ${text}`;
    this.#hash.update(`${line}\n`);
    this.#onLine?.(line);
  }

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  /** Of the run with this seed. */
  figures(seed: number, hours: number, violation?: string): Figures {
    const { counts, slowestMs } = this;
    const violations = violation === undefined ? [] : [{ seed, message: violation }];
    const digest = this.#hash.digest('hex');
    return { runs: 1, counts, hours, slowestMs, digest, violations };
  }
}

export interface Figures {
  readonly runs: number;
  /** How often what happened: `requests`, `answered 200 database`, `fault: asleep`. */
  readonly counts: Readonly<Record<string, number>>;
  /** Of virtual time. */
  readonly hours: number;
  readonly slowestMs: number;
  /** Of all traces, in the order of the seeds: SHA-256 in hexadecimal. */
  readonly digest: string;
  readonly violations: readonly { readonly seed: number; readonly message: string }[];
}

export const none: Figures = {
  runs: 0,
  counts: {},
  hours: 0,
  slowestMs: 0,
  digest: '',
  violations: [],
};

/** The second ones follow the first. */
export function sum(first: Figures, second: Figures): Figures {
  const counts = { ...first.counts };
  for (const [what, count] of Object.entries(second.counts)) {
    counts[what] = (counts[what] ?? 0) + count;
  }
  return {
    runs: first.runs + second.runs,
    counts,
    hours: first.hours + second.hours,
    slowestMs: Math.max(first.slowestMs, second.slowestMs),
    digest: createHash('sha256').update(`${first.digest} ${second.digest}`).digest('hex'),
    violations: [...first.violations, ...second.violations],
  };
}

const MOST_VIOLATIONS = 20;

/** The figures as a page of text. */
export function reportOf(figures: Figures, seconds: number): string {
  const { runs, counts, hours, slowestMs, digest, violations } = figures;
  const { requests = 0, ...others } = counts;
  const sorted = Object.entries(others).toSorted(([a], [b]) => a.localeCompare(b));
  const faults = sorted.filter(([what]) => what.startsWith('fault: '));
  const met = faults.reduce((total, [, count]) => total + count, 0);
  const lines: readonly (readonly [what: string, figure: string])[] = [
    ['runs', whole(runs)],
    ['requests', whole(requests)],
    ['faults met', `${whole(met)}, of ${faults.length} kinds`],
    ['virtual time', `${whole(hours)} h`],
    ['real time', `${whole(seconds)} s`],
    ['longest answer', `${whole(slowestMs)} ms (a refresh may take 51,000)`],
    ...sorted
      .filter(([what]) => what.startsWith('answered '))
      .map(([what, count]) => [what, whole(count)] as const),
    ['digest', digest],
    ['violations', whole(violations.length)],
  ];
  const table = lines.map(([what, figure]) => `${what.padEnd(34)}${figure}`);
  const messages = violations
    .slice(0, MOST_VIOLATIONS)
    .map(({ seed, message }) => `seed ${seed}: ${message}\n  npm run simulate -- --seed ${seed}`);
  return [...table, ...messages].join('\n');
}

function whole(number: number): string {
  return Math.round(number).toLocaleString('en');
}
