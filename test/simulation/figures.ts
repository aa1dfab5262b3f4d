/** What many lives come to. */

import { createHash } from 'node:crypto';

import type { Outcome } from './simulation.ts';

type Counts = Readonly<Record<string, number>>;

export interface Figures {
  readonly lives: number;
  readonly requests: number;
  readonly answers: Counts;
  readonly faults: Counts;
  readonly hours: number;
  readonly slowestMs: number;
  /** Of all traces, in the order of the seeds. */
  readonly digest: string;
  readonly violations: readonly { readonly seed: number; readonly sentence: string }[];
}

export const none: Figures = {
  lives: 0,
  requests: 0,
  answers: {},
  faults: {},
  hours: 0,
  slowestMs: 0,
  digest: '',
  violations: [],
};

export function figuresOf(seed: number, outcome: Outcome): Figures {
  const { violation: sentence } = outcome;
  return { ...outcome, lives: 1, violations: sentence === undefined ? [] : [{ seed, sentence }] };
}

/** The second ones follow the first. */
export function sum(first: Figures, second: Figures): Figures {
  return {
    lives: first.lives + second.lives,
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

export function totalOf(counts: Counts): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
