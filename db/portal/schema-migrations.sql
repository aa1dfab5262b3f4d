-- Every file of db/ ends its statements with a semicolon at the end of a line, and quotes bodies with $$: they are run one
-- by one.
--
-- Which files of portal/migrations this database has had. Each is applied once, in the order of the numbers, in the
-- transaction that sets the database up. To change a table, add the next number; a released file stays as it is.
--
-- Expand first, contract later: the previous release may be set up again on the database of this one. So a column is
-- added nullable or with a default, and dropped or renamed only once no release that reads it can be deployed again.

create schema if not exists portal;

create table if not exists portal.schema_migrations (
  version integer primary key,
  name text not null,
  applied_at timestamptz not null default now()
);
