/** Cuts a script into its statements: the Data API takes one a call. */

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

/** Without comments, semicolons and the white space around them, in the order of the script. */
export function splitStatements(script: string): readonly string[] {
  const statements: string[] = [];
  let nesting = new Nesting();
  let statement = '';
  for (const { source, word, isComment } of sqlTokens(script)) {
    if (source === ';' && nesting.isOutside) {
      statements.push(statement);
      statement = '';
      nesting = new Nesting();
    } else {
      statement += isComment ? ' ' : source;
      nesting.see(word ?? source);
    }
  }
  return [...statements, statement].map((text) => text.trim()).filter((text) => text !== '');
}

/** Where a semicolon does not end the statement: inside parentheses (rules), and in a body of `BEGIN ATOMIC ... END`. */
class Nesting {
  #parentheses = 0;
  #blocks = 0;
  #last = '';

  get isOutside(): boolean {
    return this.#parentheses === 0 && this.#blocks === 0;
  }

  see(source: string): void {
    const word = source.trim().toLowerCase();
    if (word === '') return;
    if (word === '(') this.#parentheses += 1;
    if (word === ')') this.#parentheses -= 1;
    if (word === 'atomic' && this.#last === 'begin') this.#blocks = 1;
    else if (this.#blocks > 0 && word === 'case') this.#blocks += 1;
    else if (this.#blocks > 0 && word === 'end') this.#blocks -= 1;
    this.#last = word;
  }
}

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
