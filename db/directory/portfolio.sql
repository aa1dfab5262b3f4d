-- Two views of the portfolio's startups. The views of startups, founders and jobs read from them. Only this file decides which
-- startups are listed, and which slugs and names they have. The reader cannot select from the views in this file.

-- Shows every startup that has an active enrollment or has graduated from a programme. Surrounding white space in the status is
-- ignored, because the service removes it. The name is null if it contains only white space.
create or replace view directory.members as
select
  s.id,
  btrim(s.slug, spaces.characters) as trimmed_slug,
  nullif(btrim(s.name, spaces.characters), '') as name,
  array(select unnest(s.industry)) as industry,
  s.created_at,
  s.blurb,
  s.description,
  s.logo_url,
  s.website_url,
  s.linkedin_url,
  s.team_size,
  s.product_stage,
  exists (
    select from portal.enrollments e where e.startup_id = s.id and btrim(e.status, spaces.characters) = 'active' offset 0
  ) as is_active
from portal.startups s
cross join directory.white_space spaces
where exists (
  select from portal.enrollments e
  where e.startup_id = s.id and (btrim(e.status, spaces.characters) = 'active' or e.graduated) offset 0
);

-- Shows the members, each with the slug to publish. The slug is null if it is not URL-safe (contract/fields.ts), or if another
-- member has the same slug, was created earlier, and has a name. If two members were created at the same time, the one with the
-- smaller id keeps the slug. A member is listed only if neither its slug nor its name is null. The view of startups still
-- returns the members that are not listed, so that the service can report that it leaves them out. The views of founders and
-- jobs leave out the founders and jobs of these members, so every founder and job belongs to a listed startup.
create or replace view directory.portfolio as
select
  case
    when m.trimmed_slug ~ '^[A-Za-z0-9._~-]+$'
      and m.trimmed_slug not in ('.', '..')
      and not exists (
        select
        from directory.members earlier
        -- Compares bytes, because the index uses the collation "C". Any other collation takes several times as long.
        where earlier.trimmed_slug collate "C" = m.trimmed_slug
          and earlier.name is not null
          and (coalesce(earlier.created_at, 'infinity'), earlier.id) < (coalesce(m.created_at, 'infinity'), m.id)
        offset 0
      )
    then m.trimmed_slug
  end as slug,
  m.*
from directory.members m;
