/** The contents of the package: its fixtures, and the examples of its README. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import founders from '../../../client/fixtures/founders.json' with { type: 'json' };
import jobs from '../../../client/fixtures/jobs.json' with { type: 'json' };
import startups from '../../../client/fixtures/startups.json' with { type: 'json' };
import { root } from '../../../lib/esbuild.ts';

export const fixtures = { startups, founders, jobs } as const;

/** The code of a section's one example. */
export function readmeExample(section: string): string {
  const readme = readFileSync(path.join(root, 'client/README.md'), 'utf8');
  const text = readme.split(/^## /mu).find((part) => part.startsWith(`${section}\n`)) ?? '';
  const [code, ...others] = [...text.matchAll(/^```\w+\n(.*?)^```$/gmsu)].map(([, each]) => each);
  if (code === undefined || others.length > 0) throw new Error(`"${section}" has no one example`);
  return code;
}
