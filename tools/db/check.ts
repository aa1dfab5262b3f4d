/** `npm run db -- check`: the database beside the contract. */

import type { Execute } from '../../aws/data-api.ts';
import { type Finding, note } from './findings.ts';
import { checkReader } from './reader.ts';
import { checkViews } from './views.ts';

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
  const { findings, views } = await checkViews(execute);
  const isReadable = findings.every(({ result }) => result !== 'fail');
  return [
    ...findings,
    ...(isReadable ? await checkRecords(execute) : []),
    ...(await checkReader(execute, views, asReader)),
  ];
}

async function checkRecords(execute: Execute): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { subject, what, ids } of QUESTIONS) {
    const rows = await execute(
      `SELECT id::text, count(*) OVER () FROM (${ids}) AS found ORDER BY 1 LIMIT ${NAMED}`,
    );
    const [[, count = 0] = []] = rows;
    if (rows.length === 0) continue;
    const named = rows.map(([id]) => String(id)).join(', ');
    findings.push(note(subject, `${what}: ${String(count)} (${named})`));
  }
  return findings;
}
