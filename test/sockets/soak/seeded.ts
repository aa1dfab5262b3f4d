/** Numbers that look random and are the same for the same seed (mulberry32). */

export interface Seeded {
  /** From `least` to just below `most`. */
  readonly between: (least: number, most: number) => number;
  readonly oneOf: <T>(choices: readonly [T, ...T[]]) => T;
}

export function seeded(seed: number): Seeded {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    between: (least, most) => least + next() * (most - least),
    oneOf: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
  };
}
