-- Creates the role with which the service's functions read the lists. Its grants only allow selecting from the three views.
--
-- A new role cannot log in. The deployment or `operate apply` gives it LOGIN and a password. If the role already has them, this
-- file does not change them.

-- If a role with this name already has special attributes or is a member of another role, it was created for another purpose.
-- In that case, this file stops with an error.
do $$
begin
  if not exists (select from pg_roles where rolname = 'directory_reader') then
    create role directory_reader nologin;
  elsif exists (
    select
    from pg_roles
    where rolname = 'directory_reader'
      and (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)
  ) then
    raise exception 'the role directory_reader has attributes that a reader must not have';
  elsif exists (select from pg_auth_members where member = 'directory_reader'::regrole) then
    raise exception 'the role directory_reader is a member of another role, but a reader must not have the privileges of another role';
  end if;
end
$$;

-- The revokes and the grants run in one statement, so that a running service never lacks its grants.
do $$
begin
  revoke all on schema directory from directory_reader;
  revoke all on all tables in schema directory from directory_reader;
  grant usage on schema directory to directory_reader;
  grant select on directory.startups, directory.founders, directory.jobs to directory_reader;
end
$$;

-- These settings take effect when the role logs in, and a session can change them. They make queries faster, end slow ones and
-- limit the damage that a mistake can do. Only the grants decide what the role may see and do.

alter role directory_reader set default_transaction_read_only = on;

-- Names without a schema refer only to PostgreSQL's own objects.
alter role directory_reader set search_path = '';

-- A visitor's read ends after 3 s, so this limit is only for refreshes and the commands of operators. A whole refresh may take
-- longer.
alter role directory_reader set statement_timeout = '10s';

alter role directory_reader set lock_timeout = '2s';

-- Without this setting, a function that ends between two pages of a list would leave its transaction open for three minutes and
-- hold back vacuum.
alter role directory_reader set idle_in_transaction_session_timeout = '30s';

-- Because of the security barrier, the planner overestimates the cost of each row, so PostgreSQL would compile the queries.
-- Compiling a query would take longer than running it.
alter role directory_reader set jit = off;

-- Reading a row by its id costs little more than reading the next row, because Aurora's storage has no moving parts and the
-- published data fits into the buffer cache. With PostgreSQL's default of 4, if rows are not stored in the order of their ids,
-- the planner scans and sorts the whole table for every page of a list.
alter role directory_reader set random_page_cost = 1.1;
