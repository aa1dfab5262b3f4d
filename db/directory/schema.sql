-- The database side of the contract consists of three views for the service. Their columns have the same names, order and types
-- as the fields of the record schemas in contract/. portfolio.sql decides which startups are listed. The views of founders and
-- jobs decide which founders and jobs are listed. If a portal has different tables, the operator rewrites only portfolio.sql
-- and the files of the three views.
--
-- All three views follow these rules:
--
-- security_barrier: if a query adds a condition, PostgreSQL evaluates it only on rows that the view shows, unless the operators
--   of the condition are leakproof. The comparison of uuids is leakproof, so `where id > x order by id` uses the index.
--
-- order by id, inside the view: the service reads a list in pages, ordered by id. PostgreSQL plans a barrier view separately,
--   without the ORDER BY and the LIMIT of the query that reads it. Without an order inside the view, PostgreSQL would read and
--   sort the whole view for every page.
--
-- Nested loops: subqueries and `offset 0` enforce them. Because the planner does not see the LIMIT of the query, it assumes
--   that every row is needed, and would join whole tables for a page of a hundred rows. With nested loops, PostgreSQL follows
--   the primary key and looks up the other tables row by row, so the cost of a page depends only on its own rows. This requires
--   the index on `id` and the indexes in portal/migrations.
--
-- id: a uuid, unique and never null. The service uses it to continue where the previous page of a list ended.
--
-- New columns go at the end, because `create or replace view` can only append columns. In a portal's existing cluster, the
--   views cannot be dropped and created again, because other roles would lose their permissions on the views.
--
-- Values: arrays are never null. Times are text in UTC, so they do not depend on the time zone of the session. Infinite times
--   become null, because to_char returns null for them. Dates in json are ISO 8601 regardless of DateStyle. Most strings are
--   unchanged, because the service removes surrounding white space, and turns blank strings in nullable fields into null. The
--   views trim only strings that they compare (slugs and the statuses of enrollments), and required strings that might be blank
--   (the names of startups and the titles of jobs).
--
-- Required values: if a required value is unusable, the view shows null, and the service leaves out the record and reports it.
--   If a startup is left out because of such a null, its founders and jobs are not listed either. If a job is left out because
--   of such a null, open_jobs_count does not include it. If a founder lacks a first or last name, the view shows '' instead of
--   null, because one of the two names is enough.

create schema if not exists directory;

-- The characters that JavaScript's trim() removes (ECMA-262, WhiteSpace and LineTerminator), in one row. This is a view and not
-- a function, because the planner can inline a view, and because the reader would need permission to execute a function.
create or replace view directory.white_space as
select
  E' \t\n\u000B\u000C\r\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'
    as characters;
