-- Two statements with which `operate check` checks the views and the reader. (Other code reads and checks the lists.) Both
-- statements return rows with three columns: result ('FAIL' or 'note'), subject and detail. If the second statement finds no
-- 'FAIL', it also returns a row with 'ok'.

-- Finds a missing schema, missing views, and missing or additional columns. :contract is a JSON array with the name and the
-- columns of each list.
with list as (
  select position, l->>'name' as list, l->'columns' as columns
  from json_array_elements(cast(:contract as json)) with ordinality as lists(l, position)
), field as (
  select position, list, name from list cross join lateral json_array_elements_text(columns) as name
), view_column as (
  select c.relname::text as list, a.attname::text as name
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = to_regnamespace('directory') and c.relkind in ('v', 'm', 'r', 'p', 'f')
), present as (
  select * from list where list in (select list from view_column)
), finding as (
  select 0 as position, 'FAIL' as result, 'directory' as subject,
    'the schema is missing: create it with npm run operate -- apply' as detail
  where to_regnamespace('directory') is null
  union all
  select position, 'FAIL', 'directory.' || list,
    format('the view is missing: create it, with db/directory/%s.sql as an example', list)
  from list
  where to_regnamespace('directory') is not null and list not in (select list from present)
  union all
  select position, 'FAIL', 'directory.' || list, format('the column "%s" is missing: add it to the view', name)
  from field
  where list in (select list from present) and (list, name) not in (select list, name from view_column)
  union all
  select position, 'note', 'directory.' || list,
    format('the column "%s" is not part of the contract and is not published', vc.name)
  from view_column vc
  join present using (list)
  where (list, vc.name) not in (select list, name from field)
)
select result, subject, detail from finding order by position, result, detail;

-- Checks that the reader (the role directory_reader) can log in and read the views, and has no other access to the portal's
-- data. A permission for a single column is also reported: even if the column's values are harmless, reading them is enough to
-- count the rows of the table. Permissions on relations and functions in the system schemas are ignored, because every role has
-- some. Access to the tables and views of an extension is reported only as a note, because they contain no portal data.
-- Functions that belong to an extension are ignored.
with reader as (
  select * from pg_roles where rolname = 'directory_reader'
), public_view as (
  select c.oid, format('directory.%I', c.relname) as name
  from pg_class c
  where c.relnamespace = to_regnamespace('directory')
    and c.relname in (select l->>'name' from json_array_elements(cast(:contract as json)) as l)
), relation as (
  select
    format('%I.%I', n.nspname, c.relname) as name,
    c.oid in (select oid from public_view) as is_view,
    has_table_privilege(r.oid, c.oid, 'select') or has_any_column_privilege(r.oid, c.oid, 'select') as may_read,
    has_table_privilege(r.oid, c.oid, 'insert, update, delete, truncate')
      or has_any_column_privilege(r.oid, c.oid, 'insert, update') as may_change,
    exists (
      select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
    ) as is_of_extension
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join reader r on not r.rolsuper
  where c.relkind in ('r', 'v', 'm', 'p', 'f')
    and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
    and has_schema_privilege(r.oid, n.oid, 'usage')
), finding as (
  select 'FAIL' as result, 'the role is missing: create it with npm run operate -- apply' as detail
  where not exists (select from reader)
  union all
  select 'FAIL', 'it is a superuser: run alter role directory_reader nosuperuser'
  from reader where rolsuper
  union all
  select 'FAIL', 'it cannot log in: set its password with npm run operate -- apply'
  from reader where not rolcanlogin and current_user <> rolname and not rolsuper
  union all
  select 'FAIL', format('it has the attribute %s: run alter role directory_reader no%s', upper(attribute), attribute)
  from reader
  cross join lateral (values
    ('createrole', rolcreaterole), ('createdb', rolcreatedb), ('replication', rolreplication), ('bypassrls', rolbypassrls)
  ) as attributes(attribute, is_set)
  where is_set and not rolsuper
  union all
  select 'FAIL', format('it is a member of the role %1$s: run revoke %1$s from directory_reader', m.roleid::regrole)
  from pg_auth_members m join reader r on r.oid = m.member where not r.rolsuper
  union all
  select 'FAIL', format('it cannot read %s: apply db/directory/reader.sql', v.name)
  from public_view v, reader r
  where not r.rolsuper and v.name not in (select name from relation where may_read)
  union all
  select 'FAIL', format('it can read %s: revoke this permission from directory_reader or from public', string_agg(name, ', ' order by name))
  from relation where may_read and not is_view and not is_of_extension having count(*) > 0
  union all
  select 'FAIL', format('it can change %s: revoke this permission from directory_reader or from public', string_agg(name, ', ' order by name))
  from relation where may_change and not is_of_extension having count(*) > 0
  union all
  select 'FAIL', format('it can create objects in the schema %1$I: run revoke create on schema %1$I from directory_reader, public', n.nspname)
  from pg_namespace n, reader r
  where not r.rolsuper and n.nspname !~ '^pg_' and has_schema_privilege(r.oid, n.oid, 'create')
  union all
  select 'FAIL', format(
    'it can call %s with the permissions of the owner: revoke execute from directory_reader and from public',
    string_agg(p.oid::regprocedure::text, ', ' order by p.oid::regprocedure::text)
  )
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  join reader r on not r.rolsuper
  where p.prosecdef
    and n.nspname not in ('pg_catalog', 'information_schema')
    and has_schema_privilege(r.oid, n.oid, 'usage')
    and has_function_privilege(r.oid, p.oid, 'execute')
    and not exists (
      select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
    )
  having count(*) > 0
  union all
  select 'note', format('it can also use these parts of extensions: %s', string_agg(name, ', ' order by name))
  from relation where (may_read or may_change) and is_of_extension having count(*) > 0
), finding_or_ok as (
  select 'ok' as result, 'it can log in and read the views, and has no other access to the portal''s data' as detail
  where not exists (select from finding where result = 'FAIL')
  union all
  select * from finding
)
select result, 'directory_reader', detail
from finding_or_ok
order by array_position(array['ok', 'FAIL', 'note'], result), detail;
