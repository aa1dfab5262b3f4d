/** Finds `:name` in SQL, and nothing that only looks like it. */

import { DataApiError } from './exceptions.ts';

/**
 * What a position in SQL can hold (PostgreSQL manual, 4.1 "Lexical Structure"), tried in this order; whatever none of
 * them matches is a single character that means nothing here. Block comments nest and are skipped by hand.
 */
const token = new RegExp(
  [
    /[eE]'(?:[^'\\]|''|\\[^])*'/, // a string in which a backslash escapes
    /'(?:[^']|'')*'/,
    /"(?:[^"]|"")*"/,
    /--[^\n]*/,
    /(?<block>\/\*)/,
    /\$(?<tag>[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*|)\$[^]*?\$\k<tag>\$/, // $$ ... $$ or $tag$ ... $tag$
    /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/, // a word, whole: no string or tag begins inside it
    /::/,
    /:(?<name>[A-Za-z_]\w*)/,
    /(?<end>;)/,
    /[^]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'y',
);

/** One statement cut at its parameters: `texts[0] names[0] texts[1] names[1] ... texts[n]`. */
export interface CutStatement {
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

/** @throws BadRequestException for an empty text and for more than one statement. */
export function cutAtParameters(sql: string): CutStatement {
  const texts: string[] = [];
  const names: string[] = [];
  let text = '';
  let ended = false;
  let empty = true;

  for (const { name, source, kind } of tokens(sql)) {
    if (kind === 'code') {
      if (ended) throw new DataApiError('BadRequestException', "Multistatements aren't supported");
      empty = false;
    }
    ended ||= kind === 'end';

    if (name === undefined) {
      text += source;
    } else {
      texts.push(text);
      names.push(name);
      text = '';
    }
  }
  if (empty) throw new DataApiError('BadRequestException', 'The SQL statement is empty');
  return { texts: [...texts, text], names };
}

interface Token {
  readonly source: string;
  readonly name: string | undefined;
  readonly kind: 'code' | 'blank' | 'end';
}

function* tokens(sql: string): Generator<Token> {
  token.lastIndex = 0;
  for (let start = 0; start < sql.length; start = token.lastIndex) {
    const { name, block, end } = token.exec(sql)?.groups ?? {};
    if (block !== undefined) token.lastIndex = endOfComment(sql, start);
    const source = sql.slice(start, token.lastIndex);
    const blank = block !== undefined || source.startsWith('--') || source.trim() === '';
    yield { source, name, kind: end !== undefined ? 'end' : blank ? 'blank' : 'code' };
  }
}

function endOfComment(sql: string, start: number): number {
  const edge = /\/\*|\*\//g;
  edge.lastIndex = start;
  let depth = 0;
  for (let match = edge.exec(sql); match !== null; match = edge.exec(sql)) {
    depth += match[0] === '/*' ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  return sql.length;
}
