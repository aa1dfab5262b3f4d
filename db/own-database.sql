-- Only for a database that this project owns. Never for the portal's: other applications may rely on what is revoked.
--
-- Postgres grants some things to everyone (PUBLIC), and so to directory_reader. None of that shows portal data, which
-- requires grants on schema portal. But it lets a reader fill the disk and create objects. Here it is revoked.
--
-- What stays available to every role that can log in: the system catalogs (names and definitions, no rows of tables),
-- advisory locks, notifications, the other databases of the cluster, which have their own grants, and large objects: only
-- a superuser could close their functions, and Aurora has none for us. A login of directory_reader is read-only by default.

-- Temporary tables, which a read-only transaction may fill; and new schemas.
do $$
begin
  execute format('revoke create, temporary on database %I from public', current_database());
end
$$;

-- Since Postgres 15 PUBLIC can no longer create in schema public; a database that was upgraded from 14 keeps it.
revoke all on schema public from public;

-- Functions are executable by everyone by default, including those created later.
revoke execute on all functions in schema portal from public;

alter default privileges revoke execute on functions from public;
