/** Tells a person what a check of the database found: a line each, and the count. */

import type { Finding } from './finding.ts';

const WORDS: Readonly<Record<Finding['result'], string>> = {
  ok: 'ok  ',
  fail: 'FAIL',
  note: 'note',
};

const COLOURS: Readonly<Record<Finding['result'], string>> = {
  ok: '\u001B[32m',
  fail: '\u001B[31m',
  note: '\u001B[33m',
};
const END_OF_COLOUR = '\u001B[39m';

export function report(findings: readonly Finding[], inColour: boolean): string {
  const width = Math.max(...findings.map(({ subject }) => subject.length)) + 2;
  const lines = findings.map(({ subject, result, detail }) => {
    const word = inColour ? COLOURS[result] + WORDS[result] + END_OF_COLOUR : WORDS[result];
    return `${word}  ${subject.padEnd(width)}${detail}`;
  });
  const { failed, notes } = counts(findings);
  const summary =
    failed === 0
      ? 'The database gives the service what it needs'
      : `${failed} ${failed === 1 ? 'thing is' : 'things are'} not as the service needs it`;
  return [...lines, '', notes === 0 ? summary : `${summary}; ${notes} to note`].join('\n');
}

export function counts(findings: readonly Finding[]): { failed: number; notes: number } {
  return {
    failed: findings.filter(({ result }) => result === 'fail').length,
    notes: findings.filter(({ result }) => result === 'note').length,
  };
}
