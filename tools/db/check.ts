/** `npm run db -- check`: the database beside the contract, and how a person reads what was found. */

import type { Execute } from '../../lambda/aws/data-api.ts';
import { painted } from '../cli/terminal.ts';
import { checkReader } from './reader.ts';
import { checkViews } from './views.ts';

/** What is to be said of a view, or of the reader. */
export interface Found {
  readonly subject: string;
  readonly flaws: readonly string[];
  /** What is said where there is no flaw. */
  readonly fine?: string;
  /** Neither good nor bad, but the operator should know. */
  readonly notes?: readonly string[];
}

export interface Finding {
  readonly subject: string;
  readonly result: 'ok' | 'fail' | 'note';
  readonly detail: string;
}

/** Whether the records of the three views join, as far as the service publishes them. Each is a note: a value of the portal, and not the way in which the database is set up. */
const QUESTIONS = [
  {
    subject: 'directory.startups',
    what: 'not published, because slug or name is missing or not usable',
    ids: 'SELECT id FROM directory.startups WHERE slug IS NULL OR name IS NULL',
  },
  {
    subject: 'directory.startups',
    what: 'not published, because another one has the same slug',
    ids: `SELECT id FROM (
      SELECT id, row_number() OVER (PARTITION BY slug ORDER BY id) AS place FROM directory.startups WHERE slug IS NOT NULL
    ) AS numbered WHERE place > 1`,
  },
  {
    subject: 'directory.startups',
    what: 'open_jobs_count is not the number of published jobs',
    ids: `SELECT id FROM directory.startups LEFT JOIN (
      SELECT startup_id::text, count(*) AS jobs FROM directory.jobs
      WHERE title IS NOT NULL AND created_at IS NOT NULL GROUP BY 1
    ) AS published ON published.startup_id = startups.id::text
    WHERE open_jobs_count IS DISTINCT FROM coalesce(jobs, 0)`,
  },
  ...(['founders', 'jobs'] as const).map((name) => ({
    subject: `directory.${name}`,
    what: 'belongs to no published startup',
    ids: `SELECT id FROM directory.${name} WHERE startup_id::text NOT IN (
      SELECT id::text FROM directory.startups WHERE slug IS NOT NULL AND name IS NOT NULL
    )`,
  })),
];

const NAMED = 5;

/** @param asReader - whether the statements run as the reader. */
export async function check(execute: Execute, asReader = false): Promise<readonly Finding[]> {
  const { found, views } = await checkViews(execute);
  const isReadable = found.every(({ flaws }) => flaws.length === 0);
  const all = [
    ...found,
    ...(isReadable ? await checkRecords(execute) : []),
    await checkReader(execute, views, asReader),
  ];
  return all.flatMap(findingsOf);
}

async function checkRecords(execute: Execute): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const { subject, what, ids } of QUESTIONS) {
    const rows = await execute(
      `SELECT id::text, count(*) OVER () FROM (${ids}) AS found ORDER BY 1 LIMIT ${NAMED}`,
    );
    const [[, count = 0] = []] = rows;
    if (rows.length === 0) continue;
    const named = rows.map(([id]) => String(id)).join(', ');
    found.push({ subject, flaws: [], notes: [`${what}: ${String(count)} (${named})`] });
  }
  return found;
}

function findingsOf({ subject, flaws, fine, notes = [] }: Found): readonly Finding[] {
  const finding = (result: Finding['result']) => (detail: string) => ({ subject, result, detail });
  const fines = fine === undefined || flaws.length > 0 ? [] : [fine];
  return [
    ...fines.map(finding('ok')),
    ...flaws.map(finding('fail')),
    ...notes.map(finding('note')),
  ];
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
