-- Every founder at an active startup who opted into the public directory (interface, section 2.3).
-- No e-mail address and no phone number: not here, and so nowhere.

create or replace view directory.founders with (security_barrier = true) as
select
  f.id,
  f.startup_id,
  btrim(f.first_name, E' \t\r\n') as first_name,
  btrim(f.last_name, E' \t\r\n') as last_name,
  nullif(btrim(f.job_title, E' \t\r\n'), '') as job_title,
  nullif(btrim(f.linkedin_url, E' \t\r\n'), '') as linkedin_url,
  nullif(btrim(f.avatar_url, E' \t\r\n'), '') as avatar_url,
  btrim(s.name, E' \t\r\n') as startup_name,
  nullif(btrim(s.logo_url, E' \t\r\n'), '') as startup_logo_url,
  btrim(s.slug, E' \t\r\n') as startup_slug
from portal.founders f
cross join lateral (
  select *
  from portal.startups
  where startups.id = f.startup_id
  offset 0
) s
where f.in_public_directory
  and exists (select from portal.enrollments e where e.startup_id = f.startup_id and e.status = 'active' offset 0)
order by f.id;
