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

-- The grant also covers tables that later migrations create, because each set-up runs this file again after the migrations.
grant select, insert, update, delete on all tables in schema portal to portal_writer;

revoke all on portal.schema_migrations from portal_writer;

-- If the portal's SQL names a table without a schema, PostgreSQL looks for it in the schema portal.
alter role portal_writer set search_path = portal;
