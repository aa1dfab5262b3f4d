-- In every file of db/, statements end with a semicolon at the end of a line, and bodies are quoted with $$, because the statements
-- are run one by one.
--
-- Records which files of portal/migrations have been applied to this database. Each is applied once, in the order of the numbers,
-- in the transaction that sets up the database. To change a table, add a file with the next number. Do not change the statements of
-- a released file.
--
-- Expand first, contract later, because the previous release may be deployed again on this database. Add a column as nullable or
-- with a default. Drop or rename it only when no release that reads it can be deployed again.

create schema if not exists portal;

create table if not exists portal.schema_migrations (
  version integer primary key,
  name text not null,
  applied_at timestamptz not null default now()
);
