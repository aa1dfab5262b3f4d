/** What was measured, round by round, and whether it meets its goal. */

/** A line of the table of goals. */
export interface Row {
  readonly what: string;
  /** One figure of each round. */
  readonly rounds: readonly number[];
  readonly unit?: string;
  readonly digits: number;
  /** When the goals were set, measured alike. */
  readonly before: string;
  /** What the median may be at most, or must be at least. Without one there is no verdict. */
  readonly goal?: { readonly most: number } | { readonly least: number };
  /** What the figure includes: where a goal is missed, what stands against it. */
  readonly includes: string;
}

export function medianOf(rounds: readonly number[]): number {
  const sorted = rounds.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}

/** Round by round: what slows a whole round down does not count. */
export function ratiosOf(above: readonly number[], below: readonly number[]): readonly number[] {
  return above.map((value, round) => value / (below[round] ?? NaN));
}

/** Round by round. */
export function differencesOf(more: readonly number[], less: readonly number[]): readonly number[] {
  return more.map((value, round) => value - (less[round] ?? NaN));
}

/** As it is printed: a goal of 1.00 is met by 1.004. */
export function isMet({ rounds, goal, digits }: Row): boolean | undefined {
  if (goal === undefined) return undefined;
  const printed = Number(medianOf(rounds).toFixed(digits));
  return 'most' in goal ? printed <= goal.most : printed >= goal.least;
}
