import { edgeFunctionCode, undocumentedIn } from '../../bundling/edge.ts';

/** CloudFront takes 10 KB. */
const LIMIT_BYTES = 10_240;

describe.each(['viewer-request', 'viewer-response'] as const)('the function %s', (name) => {
  const code = edgeFunctionCode(name);

  it('fits into what CloudFront takes', () => {
    expect(Buffer.byteLength(code)).toBeLessThan(LIMIT_BYTES / 2);
  });

  it('is one script with a global handler, which loads nothing', () => {
    expect(code).toContain('function handler(');
    expect(code).not.toMatch(/\b(?:import|export|require|process|eval)\b/u);
  });

  it('is the same text each time', () => {
    expect(edgeFunctionCode(name)).toBe(code);
  });
});

test.each([
  ['RegExp("a", "u")', 'the regular expression flag u'],
  ['/a/y.test("a")', 'the regular expression flag y'],
  ['/(?<=a)b/.test("b")', '(?<= in a regular expression'],
  ['RegExp(input)', 'a regular expression that is not a literal'],
  ['[1].at(0)', 'the method at'],
  ['Object.fromEntries([])', 'Object.fromEntries'],
  ['Object["fromEntries"]([])', 'Object.[…]'],
  ['new Map()', 'the global Map'],
  ['process.version', 'the global process'],
  ['globalThis.process', 'the global globalThis'],
  ['eval("1")', 'the global eval'],
  ['new Function("return 1")', 'the constructor of functions'],
  ['this?.a', 'the syntax OptionalChainingExpression'],
  ['this ?? 1', 'the operator ??'],
  ['[...[1]]', 'the syntax SpreadElement'],
  ['async function f() {}', 'an async or generator function'],
  ['class A {}', 'the syntax ClassDeclaration'],
])('%s is refused in a function: %s', (text, sentence) => {
  expect(undocumentedIn(text)).toContain(sentence);
});
