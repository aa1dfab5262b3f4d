/** The corpora of the contact detector: one text a line, under the heading of its section. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Each section by its heading. */
export type Corpus = ReadonlyMap<string, readonly string[]>;

export function corpus(name: 'contacts' | 'legitimate'): Corpus {
  const file = path.join(import.meta.dirname, `corpus/${name}.txt`);
  const sections = new Map<string, string[]>();
  let section: string[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, heading] = /^\[(.+)\]$/u.exec(line) ?? [];
    if (heading !== undefined) sections.set(heading, (section = []));
    else if (line !== '' && !line.startsWith('# ')) section.push(unescaped(line));
  }
  return sections;
}

function unescaped(line: string): string {
  return line
    .replaceAll(String.raw`\n`, '\n')
    .replace(/\\u\{([\dA-F]+)\}/gu, (_, hex: string) => String.fromCodePoint(parseInt(hex, 16)));
}
