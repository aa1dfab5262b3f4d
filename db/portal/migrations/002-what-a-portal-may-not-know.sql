-- In some portals, the cohort, the status or the acceptance date of an enrollment may be unknown.
alter table portal.enrollments
  alter cohort_id drop not null,
  alter status drop not null,
  alter accepted_date drop not null;

-- Slugs that differ only in surrounding white space count as equal. The view directory.portfolio uses this index to find equal
-- slugs. The index trims the same characters that directory.white_space contains.
create index startups_by_trimmed_slug on portal.startups (
  (btrim(slug, E' \t\n\u000B\u000C\r\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF') collate "C")
);
