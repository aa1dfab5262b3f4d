import { migrationFiles, statementsOf } from '../../../lambda/deploy/set-up.ts';
import { sqlFolder } from '../../support/data-api.ts';

test.each<[script: string, statements: readonly string[]]>([
  ['', []],
  ['-- only a comment;\n\n', []],
  ['select 1;', ['select 1']],
  ['select 1;  \r\nselect\n  2;\n', ['select 1', 'select\n  2']],
  [`-- first\nselect ';' as a,\n  -- a comment; inside\n  1;\n`, [`select ';' as a,\n  1`]],
  [
    'do $$\nbegin\n  -- kept;\n  perform 1;\nend\n$$;\nselect 2;',
    ['do $$\nbegin\n  -- kept;\n  perform 1;\nend\n$$', 'select 2'],
  ],
  ['do $$ begin perform 1; end $$;', ['do $$ begin perform 1; end $$']],
])('the SQL %j is split into the statements %j', (script, statements) => {
  // prettier-ignore
  expect(statementsOf('a.sql', script)).toEqual(statements);
});

test.each([
  'select 1;\nselect 2',
  'select 1;\nselect 2; -- a comment behind it\nselect 3;',
  'select 1;\ndo $$ begin\nend;',
  'select 1;\ndo $tag$ begin\n  perform 1;\nend $tag$;',
])('the SQL %j is refused', (script) => {
  expect(() => statementsOf('a.sql', script)).toThrow(
    'a.sql cannot be split into statements after "select 1": end each statement with ; at the end of a line, without a comment after it, and quote function bodies with $$',
  );
});

test('the migrations are numbered from 001 without a gap', () => {
  for (const [index, file] of migrationFiles(sqlFolder).entries()) {
    const number = String(index + 1).padStart(3, '0');
    expect(file).toMatch(new RegExp(`^portal/migrations/${number}-[a-z0-9-]+\\.sql$`, 'u'));
  }
});
