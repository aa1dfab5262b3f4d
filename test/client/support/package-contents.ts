/** The fixtures of the client package, the examples in its README, and the examples on the service's documentation page. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import founders from '../../../client/fixtures/founders.json' with { type: 'json' };
import jobs from '../../../client/fixtures/jobs.json' with { type: 'json' };
import startups from '../../../client/fixtures/startups.json' with { type: 'json' };
import { root } from '../../../client/esbuild.ts';

export const fixtures = { startups, founders, jobs } as const;

/** Returns the example in a section of the package's README. The section must contain exactly one example. */
export function readmeExample(section: string): string {
  return exampleIn('client/README.md', '##', section);
}

/** Returns the example below a heading of the documentation page. There must be exactly one example below the heading. */
export function documentedExample(name: string): string {
  return exampleIn('site/documentation/documentation.md', '####', name);
}

function exampleIn(file: string, level: string, title: string): string {
  const parts = readFileSync(path.join(root, file), 'utf8').split(new RegExp(`^${level} `, 'mu'));
  const text = parts.find((part) => part.startsWith(`${title}\n`)) ?? '';
  const [code, ...others] = [...text.matchAll(/^```\w+[^\n]*\n(.*?)^```$/gmsu)].map(
    ([, each]) => each,
  );
  if (code === undefined || others.length > 0)
    throw new Error(`The section "${title}" does not have exactly one example`);
  return code;
}
