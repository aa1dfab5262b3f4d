-- The role with which a portal fills a database of this project's own: it changes rows of the portal's tables, and nothing else.
--
-- Here it cannot log in. A deployment gives it LOGIN and the password of its secret.

do $$
begin
  if not exists (select from pg_roles where rolname = 'portal_writer') then
    create role portal_writer nologin;
  end if;
end
$$;

grant usage on schema portal to portal_writer;

-- The tables of migrations to come, too: this file runs after them.
grant select, insert, update, delete on all tables in schema portal to portal_writer;

revoke all on portal.schema_migrations from portal_writer;

-- Names without a schema find the portal's tables.
alter role portal_writer set search_path = portal;
