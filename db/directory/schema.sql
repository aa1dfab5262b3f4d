-- The database side of the contract consists of three views for the service. Their columns have the same names, order and types
-- as the fields of the record schemas in contract/. portfolio.sql decides which startups are listed, and the three views
-- contain the other membership rules. If a portal has different tables, the operator rewrites only portfolio.sql and the files
-- of the three views.
--
-- All three views follow these rules:
--
-- security_barrier: a condition that a reader adds is evaluated only on rows that the view shows, unless its operators are
--   leakproof. The comparison of uuids is leakproof, so `where id > x order by id` uses the index.
--
-- order by id, inside the view: PostgreSQL plans a barrier view separately, without the reader's ORDER BY and LIMIT. Without
--   this order, it would read and sort the whole view for every page.
--
-- Nested loops: subqueries and `offset 0` enforce them. Because the planner does not see the reader's LIMIT, it assumes that
--   every row is needed, and would join whole tables for a page of a hundred rows. With nested loops, it follows the primary
--   key and looks up the other tables row by row, so the cost of a page depends only on its own rows. This requires the index
--   on `id` and the indexes in portal/migrations.
--
-- id: a uuid, unique and never null. The service uses it to continue where the previous page of a list ended.
--
-- New columns go at the end, because `create or replace view` can only append columns. In a portal's own cluster, the views
--   cannot be dropped and created instead, because that would remove the grants of other roles.
--
-- Values: arrays are never null. Times are text in UTC, because the Data API drops the offset. Infinite times become null,
--   because to_char returns null for them. Dates in json are ISO 8601 regardless of DateStyle. Most strings are unchanged,
--   because the service removes surrounding white space, and turns blank strings in nullable fields into null. The views trim
--   only strings that they compare (slugs and the statuses of enrollments), and required strings that might be blank (the names
--   of startups and the titles of jobs).
--
-- Required values: if a required value is unusable, the view shows null. The service then leaves out the record and reports it.
--   The lists of founders and jobs do not refer to a startup that is left out for this reason, and open_jobs_count does not
--   include a job that is left out.

create schema if not exists directory;

-- The characters that JavaScript's trim() removes (ECMA-262, WhiteSpace and LineTerminator), in one row. This is a view instead
-- of a function, because the planner can inline it and the reader is not allowed to execute functions.
create or replace view directory.white_space as
select
  E' \t\n\u000B\u000C\r\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'
    as characters;
