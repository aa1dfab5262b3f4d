-- Creates the role that the portal uses to write to a database that this project created. The role can only read and change rows
-- in the portal's tables (except schema_migrations).
--
-- A new role cannot log in. The deployment gives it LOGIN and the password from its secret.

do $$
begin
  if not exists (select from pg_roles where rolname = 'portal_writer') then
    create role portal_writer nologin;
  end if;
end
$$;

grant usage on schema portal to portal_writer;

-- This also covers tables from later migrations, because this file runs again after each migration.
grant select, insert, update, delete on all tables in schema portal to portal_writer;

revoke all on portal.schema_migrations from portal_writer;

-- Names without a schema refer to the portal's tables.
alter role portal_writer set search_path = portal;
