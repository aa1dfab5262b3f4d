import { allFiles, directoryFiles, readSqlFiles } from '../../deploy/database/sql-files.ts';
import { splitStatements } from '../../deploy/database/statements.ts';
import type { LocalDatabase } from '../../local/database/local-database.ts';
import { databases, withReaderRole } from '../support/database/databases.ts';
import { sqlFolder } from '../support/database/local-set-up.ts';

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

test('every file of the directory is cut into statements without comments', () => {
  for (const { text } of readSqlFiles(sqlFolder, directoryFiles)) {
    const statements = splitStatements(text);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) expect(statement).toMatch(/^(?!--)[^]*[^;\s]$/u);
  }
});

/** Everything that db/ can make, in words. */
const catalog = `
  select string_agg(line, E'\\n' order by line) from (
    select format('%s %s %s', relkind, oid::regclass, relacl) from pg_class
      where relnamespace in ('portal'::regnamespace, 'directory'::regnamespace)
    union all
    select format('column %s.%s %s %s', attrelid::regclass, attname, atttypid::regtype, attnotnull) from pg_attribute
      where attrelid in (select oid from pg_class where relnamespace in ('portal'::regnamespace, 'directory'::regnamespace))
    union all
    select format('view %s.%s %s', schemaname, viewname, definition) from pg_views where schemaname in ('portal', 'directory')
    union all
    select format('constraint %s %s', conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'portal'::regnamespace
    union all
    select format('function %s %s %s', oid::regprocedure, proacl, pg_get_functiondef(oid)) from pg_proc
      where pronamespace in ('portal'::regnamespace, 'directory'::regnamespace)
    union all
    select format('schema %s %s', nspname, nspacl) from pg_namespace where nspname in ('portal', 'directory', 'public')
    union all
    select format('defaults %s', defaclacl) from pg_default_acl
    union all
    select format('database %s', datacl) from pg_database where datname = current_database()
    union all
    select format('setting %s', setconfig) from pg_db_role_setting where setrole = 'directory_reader'::regrole
  ) as lines (line)`;

describe.each(databases())('on $name', ({ open }) => {
  const files = readSqlFiles(sqlFolder, allFiles(sqlFolder));

  const catalogAfter = async (apply: (database: LocalDatabase) => Promise<void>) => {
    const database = await open();
    try {
      await withReaderRole(async () => apply(database));
      const session = await database.session();
      const { rows } = await session.query(catalog);
      await session.release();
      return rows[0]?.[0];
    } finally {
      await database.close();
    }
  };

  test('statement by statement db/ makes what it makes as whole files', async () => {
    const whole = await catalogAfter(async (database) => {
      for (const { text } of files) await database.runScript(text);
    });

    const cut = await catalogAfter(async (database) => {
      const session = await database.session();
      for (const { text } of files) {
        for (const statement of splitStatements(text)) await session.query(statement);
      }
      await session.release();
    });

    expect(cut?.split('\n')).toEqual(whole?.split('\n'));
    expect(cut).toContain('view directory.startups');
    expect(cut).toContain('function portal.load_test_data');
  }, 60_000);
});
