/** The figures of a simulation as a page of text. */

import { type Figures, totalOf } from './figures.ts';

const MOST_VIOLATIONS = 20;

export function reportOf(figures: Figures, seconds: number): string {
  const { lives, requests, answers, faults, hours, slowestMs, digest, violations } = figures;
  const lines: readonly (readonly [what: string, figure: string])[] = [
    ['lives', whole(lives)],
    ['requests', whole(requests)],
    ['faults met', `${whole(totalOf(faults))}, of ${Object.keys(faults).length} kinds`],
    ['virtual time', `${whole(hours)} h`],
    ['real time', `${whole(seconds)} s`],
    ['longest answer', `${whole(slowestMs)} ms (a refresh may take 51,000)`],
    ...Object.entries(answers)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([answer, count]) => [`answered ${answer}`, whole(count)] as const),
    ['digest', digest],
    ['violations', whole(violations.length)],
  ];
  const table = lines.map(([what, figure]) => `${what.padEnd(34)}${figure}\n`).join('');
  const told = violations
    .slice(0, MOST_VIOLATIONS)
    .map(
      ({ seed, sentence }) => `seed ${seed}: ${sentence}\n  npm run simulate -- --seed ${seed}\n`,
    );
  return table + told.join('');
}

function whole(number: number): string {
  return Math.round(number).toLocaleString('en');
}
