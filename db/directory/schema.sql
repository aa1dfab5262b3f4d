-- The database side of the contract: three views for the service. Their columns have the names, the order and the types
-- of the record schemas in contract/. What a startup needs to be listed is in portfolio.sql only, and the other
-- membership rules (interface, section 2) are in the three views, so an operator whose portal has other tables rewrites
-- these four and nothing else.
--
-- What they have in common:
--
-- security_barrier: a condition that a reader adds is evaluated only on rows that the view shows, never on hidden ones.
--   Only leakproof operators pass the barrier, and comparing uuids is: `where id > x order by id` uses the index.
--
-- order by id, inside the view: a barrier view is planned on its own, without the reader's ORDER BY and LIMIT. Without
--   an order of its own the whole view would be read and sorted for every page.
--
-- Nested loops, by subqueries and `offset 0`: for the same reason the planner assumes that every row is needed, and
--   would join whole tables for a page of a hundred. This way it walks the primary key and looks up the rest row by
--   row, so that a page costs only its own rows. The index on `id` and those of portal/migrations are needed.
--
-- id: a uuid, never null and unique. Each page of a list starts after the last id of the page before.
--
-- A new column goes to the end: `create or replace view` can append, and the view is never missing for a running service.
--
-- The values: arrays are never null. Times are text in UTC, because the Data API drops the offset; an infinite one is null
--   (to_char gives null). Dates inside json are ISO 8601 whatever DateStyle is. Texts are as the portal has them: the
--   service removes surrounding white space, and a blank text becomes null. A view trims only what it compares.
--
-- A value that a record cannot be published without is null if it is not usable: the service leaves the record out
--   and reports it. The other two lists do not rely on such a record.

create schema if not exists directory;

-- What JavaScript's trim() removes (ECMA-262, WhiteSpace and LineTerminator), as one row. A view and not a function:
-- the planner puts the text where it is used, and the reader may execute nothing.
create or replace view directory.white_space as
select
  E' \t\n\u000B\u000C\r\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'
    as characters;
