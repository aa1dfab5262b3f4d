-- Only for a database that this project owns. Never for the portal's: other applications may rely on what is revoked.
--
-- Postgres grants some things to everyone (PUBLIC), and so to directory_reader. None of that shows portal data, which
-- requires grants on schema portal. But it lets a reader fill the disk and create objects. Here it is revoked.
--
-- What stays available to every role that can log in: the system catalogs (names and definitions, no rows of tables),
-- advisory locks, notifications, and the other databases of the cluster, which have their own grants.

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

-- Large objects belong to no schema, so no grant on a schema stops anyone from creating them. Their functions belong to
-- the superuser: where we cannot be superuser (Aurora), this changes nothing, and the role's
-- default_transaction_read_only has to suffice.
do $$
declare
  writer regprocedure;
begin
  for writer in
    select oid
    from pg_proc
    where pronamespace = 'pg_catalog'::regnamespace
      and proname in ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_import', 'lo_open', 'lo_put', 'lo_truncate',
                      'lo_truncate64', 'lo_unlink', 'lowrite')
  loop
    execute format('revoke execute on function %s from public', writer);
  end loop;
exception
  when insufficient_privilege then
    raise notice 'large objects stay open to everyone: %', sqlerrm;
end
$$;
