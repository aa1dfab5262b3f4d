/**
 * Text that compresses as real prose does, which the test data's repeated sentences do not: a Markov chain over the words of
 * the repository's own documents, each word followed by one that follows it there. The same seed gives the same text.
 */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { root } from '../bundling/esbuild.ts';
import { brotli } from './answers.ts';

const SEED = 13;

/**
 * This part of the words follows nothing. The chain alone repeats its pairs, the more often the longer a list is; with so
 * much chance 12,000 startups compress as they do with real descriptions, 3.7 to 1.
 */
const ANY_WORD = 2 / 3;

const SAMPLE_CHARACTERS = 3_000_000;

/** Gives the next text of about so many characters. */
export type Prose = (characters: number) => string;

export function proseOfTheDocuments(): Prose {
  const files = ['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`),
  );
  const texts = ['README.md', 'CONTRIBUTING.md', ...files.toSorted()]
    .filter((file) => file.endsWith('.md') && file !== 'docs/performance.md') // which is made with it
    .map((file) => wordsOf(readFileSync(path.join(root, file), 'utf8')));
  return proseLike(texts.join(' '), SEED);
}

/** Without code, addresses, and what draws tables and headings. */
function wordsOf(markdown: string): string {
  return markdown
    .replaceAll(/^```[^]*?^```/gmu, '')
    .replaceAll(/https?:[^ )>]+/gu, '')
    .replaceAll(/^[|: -]+$/gmu, '')
    .replaceAll(/[|#>]+/gu, ' ');
}

export function proseLike(text: string, seed: number): Prose {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  const followers = new Map<string, string[]>();
  for (const [index, word] of words.entries()) {
    const next = words[(index + 1) % words.length] ?? '';
    const known = followers.get(word);
    if (known === undefined) followers.set(word, [next]);
    else known.push(next);
  }
  const fraction = mulberry32(seed);
  const pick = (from: readonly string[]): string =>
    from[Math.floor(fraction() * from.length)] ?? '';
  return (characters) => {
    const picked = [pick(words)];
    let length = picked[0]?.length ?? 0;
    while (length < characters) {
      const word = pick(
        fraction() < ANY_WORD ? words : (followers.get(picked.at(-1) ?? '') ?? words),
      );
      picked.push(word);
      length += word.length + 1;
    }
    return picked.join(' ');
  };
}

/** How many times smaller brotli's quality 5 makes a text of it; a short one becomes less so. */
export function brotliRatio(prose: Prose, characters = SAMPLE_CHARACTERS): number {
  const text = Buffer.from(prose(characters));
  return text.length / brotli(text, 5).length;
}

/** From 0 to 1, without 1. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
