/** What a run reports: its trace, its counts and the promise that it found broken; and of many runs the figures. */

import { createHash } from 'node:crypto';

type Counts = Readonly<Record<string, number>>;

/** A promise of the service does not hold. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

export function must(holds: boolean, message: string): void {
  if (!holds) throw new Violation(message);
}

export class Trace {
  readonly answers: Record<string, number> = {};
  readonly faults: Record<string, number> = {};
  requests = 0;
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

  fault(name: string): void {
    this.faults[name] = (this.faults[name] ?? 0) + 1;
  }

  answered(answer: string): void {
    this.answers[answer] = (this.answers[answer] ?? 0) + 1;
  }

  /** Of the run with this seed. */
  figures(seed: number, hours: number, violation?: string): Figures {
    const { requests, answers, faults, slowestMs } = this;
    const violations = violation === undefined ? [] : [{ seed, message: violation }];
    const digest = this.#hash.digest('hex');
    return { runs: 1, requests, answers, faults, hours, slowestMs, digest, violations };
  }
}

export interface Figures {
  readonly runs: number;
  readonly requests: number;
  /** By status and source: `200 database`. */
  readonly answers: Counts;
  /** That were met, by name. */
  readonly faults: Counts;
  /** Of virtual time. */
  readonly hours: number;
  readonly slowestMs: number;
  /** Of all traces, in the order of the seeds: SHA-256 in hexadecimal. */
  readonly digest: string;
  readonly violations: readonly { readonly seed: number; readonly message: string }[];
}

export const none: Figures = {
  runs: 0,
  requests: 0,
  answers: {},
  faults: {},
  hours: 0,
  slowestMs: 0,
  digest: '',
  violations: [],
};

/** The second ones follow the first. */
export function sum(first: Figures, second: Figures): Figures {
  return {
    runs: first.runs + second.runs,
    requests: first.requests + second.requests,
    answers: sumOfCounts(first.answers, second.answers),
    faults: sumOfCounts(first.faults, second.faults),
    hours: first.hours + second.hours,
    slowestMs: Math.max(first.slowestMs, second.slowestMs),
    digest: createHash('sha256').update(`${first.digest} ${second.digest}`).digest('hex'),
    violations: [...first.violations, ...second.violations],
  };
}

function sumOfCounts(first: Counts, second: Counts): Counts {
  const counts = { ...first };
  for (const [name, count] of Object.entries(second)) counts[name] = (counts[name] ?? 0) + count;
  return counts;
}

const MOST_VIOLATIONS = 20;

/** The figures as a page of text. */
export function reportOf(figures: Figures, seconds: number): string {
  const { runs, requests, answers, faults, hours, slowestMs, digest, violations } = figures;
  const met = Object.values(faults).reduce((total, count) => total + count, 0);
  const lines: readonly (readonly [what: string, figure: string])[] = [
    ['runs', whole(runs)],
    ['requests', whole(requests)],
    ['faults met', `${whole(met)}, of ${Object.keys(faults).length} kinds`],
    ['virtual time', `${whole(hours)} h`],
    ['real time', `${whole(seconds)} s`],
    ['longest answer', `${whole(slowestMs)} ms (a refresh may take 51,000)`],
    ...Object.entries(answers)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([answer, count]) => [`answered ${answer}`, whole(count)] as const),
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
