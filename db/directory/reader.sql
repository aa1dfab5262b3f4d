-- The role of the service's functions: it can select from the three views and do nothing else.
--
-- Here it cannot log in. Where it has to, the operator gives it LOGIN and a password, before or after this file runs:
-- this file touches neither.

-- A role of this name with more rights than a new one was created for something else.
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
    raise exception 'the role directory_reader is a member of another role, and a reader must not be';
  end if;
end
$$;

-- In one statement, so that a running service never finds the reader without its grants.
do $$
begin
  revoke all on schema directory from directory_reader;
  revoke all on all tables in schema directory from directory_reader;
  grant usage on schema directory to directory_reader;
  grant select on directory.startups, directory.founders, directory.jobs to directory_reader;
end
$$;

-- Settings take effect when the role logs in, and a session can change them: they limit mistakes and runaway queries.
-- What the role may see and do is decided by the grants alone.

alter role directory_reader set default_transaction_read_only = on;

-- Names without a schema find only PostgreSQL's own objects.
alter role directory_reader set search_path = '';

-- Longer than the service waits for the list of a visitor (3 s): nobody waits for a query that still runs then. A refresh
-- may take longer, but not each of its statements.
alter role directory_reader set statement_timeout = '10s';

alter role directory_reader set lock_timeout = '2s';

-- A function that ends between two pages leaves its transaction open, which holds back vacuum.
alter role directory_reader set idle_in_transaction_session_timeout = '30s';

-- Behind the security barrier the planner estimates each row as expensive, and would spend more time compiling a query
-- than running it.
alter role directory_reader set jit = off;

-- Reading a row by its id costs little more than reading the next one: Aurora's storage has no head that moves, and what
-- is published fits the buffer cache. With PostgreSQL's own 4 the planner scans and sorts the whole table for every
-- page as soon as the ids are not in the order in which the rows are stored.
alter role directory_reader set random_page_cost = 1.1;
