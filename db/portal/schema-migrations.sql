-- In every file in db/, each statement ends with a semicolon at the end of a line, and a function body that contains
-- semicolons is quoted with $$. The set-up relies on this to split a file and run its statements one by one.
--
-- The table in this file records which files of portal/migrations have been applied to this database. Each file is applied
-- once, in numerical order, in the transaction that sets up the database. To change a table, add a file with the next number.
-- Do not change the statements of a released file.
--
-- A migration must not break the previous release, which may be deployed again on the changed database. Add a column as
-- nullable or with a default. Drop or rename a column only when no release that reads it can be deployed again. To replace a
-- column, add the new one first, and drop the old one in a later release.

create schema if not exists portal;

create table if not exists portal.schema_migrations (
  version integer primary key,
  name text not null,
  applied_at timestamptz not null default now()
);
