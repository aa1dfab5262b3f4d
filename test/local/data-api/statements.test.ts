import { cutAtParameters } from '../../../local/data-api/statements.ts';

test('cuts a statement at its parameters', () => {
  expect(cutAtParameters('SELECT :a, :b_2 + :a')).toEqual({
    texts: ['SELECT ', ', ', ' + ', ''],
    names: ['a', 'b_2', 'a'],
  });
});

test.each([
  [`a string`, `SELECT ':x it''s :x'`],
  [`a string with backslashes`, String.raw`SELECT E'it\'s :x'`],
  [`a quoted name`, `SELECT 1 AS ":x "" :x"`],
  [`a line comment`, `SELECT 1 -- :x ' " $$`],
  [`a nested block comment`, `SELECT /* :x /* :x */ ' :x */ 1`],
  [`a dollar-quoted text`, `SELECT $$ :x ' $$`],
  [`a text with a tag`, `SELECT $tag$ :x $$ $other$ $tag$`],
  [`a cast`, `SELECT 1::text`],
  [`a cast behind a space`, `SELECT 1 :: text`],
  [`a comment that never ends`, `SELECT 1 /* :x`],
])('sees no parameter in %s', (_where, sql) => {
  expect(cutAtParameters(sql)).toEqual({ texts: [sql], names: [] });
});

test.each([
  [`behind a word that ends in e`, `SELECT nice':y' || :x`],
  [`behind a name with dollar signs`, `SELECT a$b$ + :x, c$b$`],
  [`before a cast`, `SELECT :x::int`],
  [`behind a string`, `SELECT ':y' :x`],
])('sees the parameter %s', (_where, sql) => {
  expect(cutAtParameters(sql).names).toEqual(['x']);
});

test.each(['SELECT 1; SELECT 2', 'SELECT 1;;/* */ SELECT 2'])('refuses %s', (sql) => {
  expect(() => cutAtParameters(sql)).toThrow("Multistatements aren't supported");
});

test.each([`SELECT 1;`, `SELECT 1; -- done`, `SELECT ';'; /* ; */`])('takes %s', (sql) => {
  expect(cutAtParameters(sql).texts).toEqual([sql]);
});

test.each(['', '  \n', '-- nothing', '/* nothing */', ';'])('refuses %j as empty', (sql) => {
  expect(() => cutAtParameters(sql)).toThrow('The SQL statement is empty');
});
