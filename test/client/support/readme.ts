/** The examples of the package's README. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import { root } from '../../../lib/esbuild.ts';

/** The code of a section's one example. */
export function readmeExample(section: string): string {
  const readme = readFileSync(path.join(root, 'client/README.md'), 'utf8');
  const text = readme.split(/^## /mu).find((part) => part.startsWith(`${section}\n`)) ?? '';
  const [code, ...others] = [...text.matchAll(/^```\w+\n(.*?)^```$/gmsu)].map(([, each]) => each);
  if (code === undefined || others.length > 0) throw new Error(`"${section}" has no one example`);
  return code;
}
