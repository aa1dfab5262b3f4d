-- Every founder at an active startup who opted into the public directory (interface, section 2.3).
-- No e-mail address and no phone number: what is not here cannot be published.

create or replace view directory.founders with (security_barrier = true) as
select
  f.id,
  f.startup_id,
  coalesce(btrim(f.first_name, spaces.characters), '') as first_name,
  coalesce(btrim(f.last_name, spaces.characters), '') as last_name,
  nullif(btrim(f.job_title, spaces.characters), '') as job_title,
  nullif(btrim(f.linkedin_url, spaces.characters), '') as linkedin_url,
  nullif(btrim(f.avatar_url, spaces.characters), '') as avatar_url,
  s.name as startup_name,
  s.logo_url as startup_logo_url,
  s.slug as startup_slug
from portal.founders f
cross join directory.white_space spaces
cross join lateral (
  select * from directory.portfolio where portfolio.id = f.startup_id offset 0
) s
where f.in_public_directory
  and s.is_active
  and s.slug is not null
  and s.name is not null
order by f.id;
