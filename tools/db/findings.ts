/** What a check of the database found, and how a person reads it: a line each, and the count. */

import { painted } from '../../cli/terminal.ts';

export interface Finding {
  /** A view, or the reader. */
  readonly subject: string;
  readonly result: 'ok' | 'fail' | 'note';
  readonly detail: string;
}

export function ok(subject: string, detail: string): Finding {
  return { subject, result: 'ok', detail };
}

export function fail(subject: string, detail: string): Finding {
  return { subject, result: 'fail', detail };
}

/** Neither good nor bad, but the operator should know. */
export function note(subject: string, detail: string): Finding {
  return { subject, result: 'note', detail };
}

const WORDS = { ok: 'ok  ', fail: 'FAIL', note: 'note' } as const;
const COLOURS = { ok: 'green', fail: 'red', note: 'yellow' } as const;

export function report(findings: readonly Finding[], inColour: boolean): string {
  const width = Math.max(...findings.map(({ subject }) => subject.length)) + 2;
  const lines = findings.map(({ subject, result, detail }) => {
    const word = painted(WORDS[result], COLOURS[result], inColour);
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
