import { documentedGlobals, documentedMethods } from '../../../bundling/edge.ts';
import { loadFunction } from '../../../local/cloudfront/edge-functions.ts';

/** What the body of a handler returns, run as CloudFront runs it. */
function returned(body: string): unknown {
  return loadFunction(`function handler(event) { ${body} }`)({ list: ['a', 'b'] });
}

test('a function is given its event and returns its answer as JSON', () => {
  expect(returned('event.list.push("c"); return { list: event.list, left: undefined };')).toEqual({
    list: ['a', 'b', 'c'],
  });
});

test.each([
  ['a method of arrays', 'return event.list.at(0);'],
  ['a method of strings', 'return "a".matchAll("a");'],
  ['a method of objects', 'return Object.hasOwn(event, "list");'],
  ['an object', 'return new Map().size;'],
  ['something of Node', 'return process.version;'],
  ['a variable that nobody declared', 'undeclared = 1; return undeclared;'],
])('%s that CloudFront does not have fails', (_, body) => {
  expect(() => returned(body)).toThrow(/is not a function|is not defined/);
});

test('every documented method and global is there', () => {
  const methods = Object.entries(documentedMethods).flatMap(([owner, names]) =>
    names.map((name) => `typeof ${owner}.${name} === 'function'`),
  );
  const globals = documentedGlobals.map((name) => `'${name}' in globalThis`);

  expect(returned(`return [${[...methods, ...globals].join()}].indexOf(false);`)).toBe(-1);
});
