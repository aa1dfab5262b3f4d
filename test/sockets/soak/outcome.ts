/** What a run found out. */

export interface Outcome {
  /** A name and a value each, for people. */
  readonly figures: readonly (readonly [string, string])[];
  /** A sentence each. */
  readonly violations: readonly string[];
}

const SENTENCES_PRINTED = 10;

/** As a table; under it what was not as promised, with the command that does it again. */
export function printed({ figures, violations }: Outcome, command: string): string {
  const width = Math.max(...figures.map(([name]) => name.length));
  const table = figures.map(([name, value]) => `${name.padEnd(width)}  ${value}\n`).join('');
  if (violations.length === 0) return `${table}\nEverything that was judged was as promised.\n`;
  const sentences = violations.slice(0, SENTENCES_PRINTED).map((each) => `  ${each}\n`);
  const count = violations.length === 1 ? 'One thing was' : `${violations.length} things were`;
  return `${table}\n${count} not as promised:\n\n${sentences.join('')}\nAgain: ${command}\n`;
}
