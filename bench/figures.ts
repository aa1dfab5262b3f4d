/** What was measured, round by round, and whether it meets its goal. */

export interface Figure {
  readonly median: number;
  /** Of the rounds. */
  readonly lowest: number;
  readonly highest: number;
}

/** A line of the table. */
export interface Row {
  readonly what: string;
  readonly figure: Figure;
  readonly unit?: string;
  readonly digits: number;
  /** When the goals were set, measured alike. */
  readonly before: string;
  /** What the median may be at most, or must be at least. Without one there is no verdict. */
  readonly goal?: { readonly most: number } | { readonly least: number };
  /** What the figure includes: where a goal is missed, what stands against it. */
  readonly includes: string;
}

export function figureOf(samples: readonly number[]): Figure {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (place: number): number => sorted[Math.floor(place)] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return {
    median: (at(middle) + at(middle + 0.5)) / 2,
    lowest: at(0),
    highest: at(sorted.length - 1),
  };
}

/** Round by round: what slows a whole round down does not count. */
export function ratioOf(above: readonly number[], below: readonly number[]): Figure {
  return figureOf(above.map((value, round) => value / (below[round] ?? Number.NaN)));
}

/** Round by round. */
export function differenceOf(more: readonly number[], less: readonly number[]): Figure {
  return figureOf(more.map((value, round) => value - (less[round] ?? Number.NaN)));
}

/** As it is printed: a goal of 1.00 is met by 1.004. */
export function isMet({ figure, goal, digits }: Row): boolean | undefined {
  if (goal === undefined) return undefined;
  const printed = Number(figure.median.toFixed(digits));
  return 'most' in goal ? printed <= goal.most : printed >= goal.least;
}

/**
 * The largest number that fits, to within the tolerance: `from` fits, and what is larger than one that does not fit does not
 * either. Where the time is over it is the largest that was tried.
 */
export async function largestThatFits(
  fits: (number: number) => Promise<boolean>,
  {
    from,
    to,
    tolerance,
  }: { readonly from: number; readonly to: number; readonly tolerance: number },
  isOver: () => boolean = () => false,
): Promise<number> {
  let [fitting, tooLarge] = [from, to + 1];
  while (tooLarge - fitting > tolerance && !isOver()) {
    const middle = Math.floor((fitting + tooLarge) / 2);
    if (await fits(middle)) fitting = middle;
    else tooLarge = middle;
  }
  return fitting;
}
