/** What a check found: a sentence that names it, and whether it is as the interface says. */
export interface Finding {
  readonly result: 'pass' | 'fail' | 'note';
  readonly detail: string;
}

export function pass(detail: string): Finding {
  return { result: 'pass', detail };
}

export function fail(detail: string): Finding {
  return { result: 'fail', detail };
}

/** Neither good nor bad, but the reader should know. */
export function note(detail: string): Finding {
  return { result: 'note', detail };
}

/** Fails with the first flaw and the number of the others, and passes where there is none. */
export function judged(flaws: readonly string[], flawless: string): Finding {
  const [first] = flaws;
  if (first === undefined) return pass(flawless);
  return fail(flaws.length === 1 ? first : `${first} (and ${flaws.length - 1} more)`);
}
