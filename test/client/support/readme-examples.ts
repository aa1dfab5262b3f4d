/** The examples of the package's README, by the section they stand in. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import { root } from '../../../bundling/esbuild.ts';

export interface Example {
  readonly section: string;
  readonly language: string;
  readonly code: string;
}

const text = readFileSync(path.join(root, 'client/README.md'), 'utf8');

export const examples: readonly Example[] = text.split(/^## /mu).flatMap((part) => {
  const section = part.slice(0, part.indexOf('\n'));
  const blocks = part.matchAll(/^```(?<language>\w+)\n(?<code>.*?)^```$/gmsu);
  return [...blocks].map(({ groups = {} }) => ({
    section,
    language: groups['language'] ?? '',
    code: groups['code'] ?? '',
  }));
});
