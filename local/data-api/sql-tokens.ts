/** The tokens of a statement, so that parameters are found outside of strings and comments. */

/**
 * What a position in SQL can hold (PostgreSQL manual, 4.1 "Lexical Structure"), tried in this order; whatever none of
 * them matches is a single character. Block comments nest and are skipped by hand.
 */
const token = new RegExp(
  [
    /[eE]'(?:[^'\\]|''|\\[^])*'/, // a string in which a backslash escapes
    /'(?:[^']|'')*'/,
    /"(?:[^"]|"")*"/,
    /(?<line>--[^\n]*)/,
    /(?<block>\/\*)/,
    /\$(?<tag>[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*|)\$[^]*?\$\k<tag>\$/, // $$ ... $$ or $tag$ ... $tag$
    /(?<word>[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)/, // whole: no string or tag begins inside it
    /[^]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'y',
);

interface Token {
  readonly source: string;
  readonly word: string | undefined;
  readonly isComment: boolean;
}

export function* sqlTokens(script: string): Generator<Token> {
  for (let start = 0; start < script.length; start = token.lastIndex) {
    token.lastIndex = start;
    const { line, block, word } = token.exec(script)?.groups ?? {};
    if (block !== undefined) token.lastIndex = endOfComment(script, start);
    const source = script.slice(start, token.lastIndex);
    yield { source, word, isComment: line !== undefined || block !== undefined };
  }
}

function endOfComment(script: string, start: number): number {
  const edge = /\/\*|\*\//gu;
  edge.lastIndex = start;
  let depth = 0;
  for (let match = edge.exec(script); match !== null; match = edge.exec(script)) {
    depth += match[0] === '/*' ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  return script.length;
}
