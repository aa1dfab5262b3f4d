-- What `operate check` asks of a database. Each statement gives rows of result (ok, FAIL or note), subject and detail.

-- The views beside the contract, column by column. :contract is a JSON array with the name of each list and the properties
-- of its records in JSON Schema. A kind of column is the name of its type, but `text` for all strings and enums, and `texts`
-- for arrays of them: what row_to_json makes of it is what the contract has to accept. Pages begin behind the last id, which
-- is compared as a uuid; a moment without a zone is not known.
with kind(value, kinds, types) as (
  values
    ('id', array['uuid'], 'uuid'),
    ('string', array['text', 'uuid'], 'text, varchar or an enum'),
    ('uuid', array['text', 'uuid'], 'uuid or text'),
    ('date', array['date', 'text', 'uuid'], 'date or text'),
    ('date-time', array['timestamptz', 'text', 'uuid'], 'timestamp with time zone or text'),
    ('integer', array['int2', 'int4', 'int8'], 'smallint, integer or bigint'),
    ('boolean', array['bool'], 'boolean'),
    ('texts', array['texts', 'json', 'jsonb'], 'text[], varchar[], jsonb or json'),
    ('objects', array['json', 'jsonb'], 'json or jsonb')
), property as (
  select l.position, l.list->>'name' as list, p.name, coalesce(p.schema->'anyOf'->0, p.schema) as schema
  from json_array_elements(cast(:contract as json)) with ordinality as l(list, position)
  cross join lateral json_each(l.list->'properties') as p(name, schema)
), field as (
  select p.position, p.list, p.name, k.kinds, coalesce(k.types, 'nothing that check.sql knows') as types
  from property p
  left join kind k on k.value = case
    when p.name = 'id' then 'id'
    when p.schema->>'type' = 'array' and p.schema->'items'->>'type' = 'string' then 'texts'
    when p.schema->>'type' = 'array' then 'objects'
    when p.schema->>'format' in ('uuid', 'date', 'date-time') then p.schema->>'format'
    else p.schema->>'type'
  end
), list as (
  select position, list, count(*) as fields from field group by position, list
), view_column as (
  select
    c.relname::text as list,
    a.attname::text as name,
    format_type(a.atttypid, a.atttypmod) as type,
    case
      when base.typcategory = 'A' and element.typcategory in ('S', 'E') then 'texts'
      when base.typcategory in ('S', 'E') then 'text'
      else base.typname::text
    end as kind
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  join pg_type base on base.oid = case when t.typtype = 'd' then t.typbasetype else t.oid end
  left join pg_type element on element.oid = base.typelem and base.typcategory = 'A'
  where c.relnamespace = to_regnamespace('directory') and c.relkind in ('v', 'm', 'r', 'p', 'f')
), present as (
  select * from list where list in (select list from view_column)
), flaw as (
  select position, list, case
    when vc.name is null then format('the column "%s" is missing; it may be %s', f.name, f.types)
    else format('the column "%s" is %s and may be %s', f.name, vc.type, f.types)
  end as detail
  from field f
  left join view_column vc using (list, name)
  where list in (select list from present)
    and (vc.name is null or f.kinds is null or vc.kind <> all (f.kinds))
), finding as (
  select 0 as position, 'FAIL' as result, 'directory' as subject,
    'the schema is missing: npm run operate -- apply makes it and the views' as detail
  where to_regnamespace('directory') is null
  union all
  select position, 'FAIL', 'directory.' || list,
    format('the view is missing: write it like db/directory/%s.sql and apply it', list)
  from list
  where to_regnamespace('directory') is not null and list not in (select list from present)
  union all
  select position, 'ok', 'directory.' || list, format('its %s columns are as the contract has them', fields)
  from present
  where list not in (select list from flaw)
  union all
  select position, 'FAIL', 'directory.' || list, detail from flaw
  union all
  select position, 'note', 'directory.' || list,
    format('the column "%s" is not part of the contract and is not published', vc.name)
  from view_column vc
  join present using (list)
  where (list, vc.name) not in (select list, name from field)
)
select result, subject, detail from finding order by position, array_position(array['ok', 'FAIL', 'note'], result), detail;

-- The reader: it can log in, read the views and nothing else. Permission for a single column counts: its rows can be read.
-- What is part of an extension is without data of the portal, and the system's own schemas may be read by everyone.
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
  select 'FAIL' as result, 'the role is missing: npm run operate -- apply makes it' as detail
  where not exists (select from reader)
  union all
  select 'FAIL', 'it is a superuser and may do everything: alter role directory_reader nosuperuser'
  from reader where rolsuper
  union all
  select 'FAIL', 'it cannot log in: npm run operate -- apply gives it a password'
  from reader where not rolcanlogin and current_user <> rolname and not rolsuper
  union all
  select 'FAIL', format('it has the attribute %s: alter role directory_reader no%s', upper(attribute), attribute)
  from reader
  cross join lateral (values
    ('createrole', rolcreaterole), ('createdb', rolcreatedb), ('replication', rolreplication), ('bypassrls', rolbypassrls)
  ) as attributes(attribute, is_set)
  where is_set and not rolsuper
  union all
  select 'FAIL', format('it is a member of %1$s, whose permissions it has: revoke %1$s from directory_reader', m.roleid::regrole)
  from pg_auth_members m join reader r on r.oid = m.member where not r.rolsuper
  union all
  select 'FAIL', format('it cannot read %s: apply db/directory/reader.sql', v.name)
  from public_view v, reader r
  where not r.rolsuper and v.name not in (select name from relation where may_read)
  union all
  select 'FAIL', format('it can read %s: revoke that from directory_reader or from public', string_agg(name, ', ' order by name))
  from relation where may_read and not is_view and not is_of_extension having count(*) > 0
  union all
  select 'FAIL', format('it may change %s: revoke that from directory_reader or from public', string_agg(name, ', ' order by name))
  from relation where may_change and not is_of_extension having count(*) > 0
  union all
  select 'note', format('it can also use %s, which belong to extensions', string_agg(name, ', ' order by name))
  from relation where (may_read or may_change) and is_of_extension having count(*) > 0
), finding_or_ok as (
  select 'ok' as result, 'it can log in, read the views and nothing else' as detail
  where not exists (select from finding where result = 'FAIL')
  union all
  select * from finding
)
select result, 'directory_reader', detail
from finding_or_ok
order by array_position(array['ok', 'FAIL', 'note'], result), detail;

-- Whether the records of the three views join, as far as the service publishes them. Each is a note: a value of the portal,
-- and not the way in which the database is set up.
with startup as (
  select id, slug, open_jobs_count, slug is not null and name is not null as is_published from directory.startups
), numbered as (
  select id, row_number() over (partition by slug order by id) as place from startup where slug is not null
), published_jobs as (
  select startup_id::text, count(*) as jobs from directory.jobs where title is not null and created_at is not null group by 1
), flaw(position, list, what, id) as (
  select 1, 'startups', 'not published, because slug or name is missing or not usable', id::text
  from startup where not is_published
  union all
  select 2, 'startups', 'not published, because another one has the same slug', id::text from numbered where place > 1
  union all
  select 3, 'startups', 'open_jobs_count is not the number of published jobs', s.id::text
  from startup s
  left join published_jobs j on j.startup_id = s.id::text
  where s.open_jobs_count is distinct from coalesce(j.jobs, 0)
  union all
  select 4, 'founders', 'belongs to no published startup', f.id::text
  from directory.founders f
  where f.startup_id::text not in (select id::text from startup where is_published)
  union all
  select 5, 'jobs', 'belongs to no published startup', j.id::text
  from directory.jobs j
  where j.startup_id::text not in (select id::text from startup where is_published)
)
select 'note', 'directory.' || list,
  format('%s: %s (%s)', what, count(*), array_to_string((array_agg(id order by id))[1:5], ', '))
from flaw
group by position, list, what
order by position;
