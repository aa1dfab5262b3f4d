-- Revokes privileges that every role has by default. This file is only for a database that this project creates. In a portal's
-- existing database, other applications may rely on these privileges.
--
-- PostgreSQL grants some privileges to everyone (PUBLIC), and therefore also to directory_reader. These privileges do not give
-- access to portal data, which requires grants on schema portal. But they would let directory_reader fill the disk and create
-- objects.
--
-- Every role that can log in still has access to the system catalogs (names and definitions, but not the rows of tables),
-- advisory locks, notifications, the cluster's other databases (which have their own grants), and large objects. Only a
-- superuser could revoke access to large objects, and Aurora does not provide a superuser. As a safeguard against
-- mistakes, sessions of directory_reader are read-only by default.

-- This revokes the right to create schemas and temporary tables. Even a read-only transaction may fill a temporary table.
do $$
begin
  execute format('revoke create, temporary on database %I from public', current_database());
end
$$;

-- Since PostgreSQL 15, PUBLIC cannot create objects in schema public of a new database. A database that was upgraded from an
-- earlier version still allows it.
revoke all on schema public from public;

-- By default, everyone can execute every function. The first statement revokes this right for the existing functions in schema
-- portal, and the second one for all functions that the current role creates later.
revoke execute on all functions in schema portal from public;

alter default privileges revoke execute on functions from public;
