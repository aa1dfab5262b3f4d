import { splitStatements } from '../../../lambda/deploy/database/statements.ts';

test.each<[string, string, readonly string[]]>([
  ['semicolons', 'select 1; select 2;\n', ['select 1', 'select 2']],
  ['the end without one', 'select 1;select 2', ['select 1', 'select 2']],
  ['empty statements', ';; select 1;;\n;', ['select 1']],
  ['strings', `select ';', 'it''s; '; select 2`, [`select ';', 'it''s; '`, 'select 2']],
  [
    'a backslash in a plain string',
    String.raw`select '\'; select 2`,
    [String.raw`select '\'`, 'select 2'],
  ],
  [
    'escape strings',
    String.raw`select E'\';', e';'; select 2`,
    [String.raw`select E'\';', e';'`, 'select 2'],
  ],
  ['quoted names', 'select 1 as "a;""b--"; select 2', ['select 1 as "a;""b--"', 'select 2']],
  ['dollar quotes', 'do $$ begin; end $$; select 2', ['do $$ begin; end $$', 'select 2']],
  ['tagged dollar quotes', 'do $a$ $$;$b$;$a$; select 2', ['do $a$ $$;$b$;$a$', 'select 2']],
  ['a dollar inside a name', 'select a$b$, c$b$; select 2', ['select a$b$, c$b$', 'select 2']],
  ['a name that ends in e', `select type';'; select 2`, [`select type';'`, 'select 2']],
  ['line comments', `select 1 -- it's; over\n, 2; -- end`, ['select 1  \n, 2']],
  ['block comments that nest', `select/* ; /* ' */ ; */1; select 2`, ['select 1', 'select 2']],
  ['comments inside dollar quotes, which are text', 'do $$ -- a;\n $$', ['do $$ -- a;\n $$']],
  [
    'comments inside strings, which are text',
    `select '--', '/*'; select 2`,
    [`select '--', '/*'`, 'select 2'],
  ],
  ['a script of comments', '-- nothing;\n/* at all; */', []],
  ['casts and operators', `select '1'::int - -1; select 2`, [`select '1'::int - -1`, 'select 2']],
  [
    'rules of several commands',
    'create rule r as on insert to t do (select 1; select 2); select 3',
    ['create rule r as on insert to t do (select 1; select 2)', 'select 3'],
  ],
  [
    'bodies of SQL functions',
    'create function f() returns int begin atomic; select case when true then 1 end; END; begin; select 2',
    [
      'create function f() returns int begin atomic; select case when true then 1 end; END',
      'begin',
      'select 2',
    ],
  ],
])('%s are cut as psql cuts them', (_, script, statements) => {
  expect(splitStatements(script)).toEqual(statements);
});
