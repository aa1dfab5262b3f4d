/** The examples of the package's README, by the section they are in. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import { root } from '../../../lib/esbuild.ts';
import { EXAMPLE_ORIGIN } from '../../../contract/site.ts';

export const readmeExamples = readFileSync(path.join(root, 'client/README.md'), 'utf8')
  .split(/^## /mu)
  .flatMap((part) => {
    const section = part.slice(0, part.indexOf('\n'));
    const blocks = part.matchAll(/^```(?<language>\w+)\n(?<code>.*?)^```$/gmsu);
    return [...blocks].map(({ groups: { language = '', code = '' } = {} }) => ({
      section,
      language,
      code,
    }));
  });

/** The code of a section's one example, with the address of a service that is there. */
export function readmeExample(section: string, serviceUrl: string): string {
  const found = readmeExamples.filter((each) => each.section === section && each.language !== 'sh');
  const [example, ...others] = found;
  if (example === undefined || others.length > 0) {
    throw new Error(`"${section}" has ${found.length} examples`);
  }
  return example.code.replaceAll(EXAMPLE_ORIGIN, serviceUrl);
}
