-- Shows every founder who opted into the public directory and whose startup is active and listed. The view does not select the
-- columns for e-mail addresses and phone numbers. The service can read only the public views, so it cannot read those columns.

create or replace view directory.founders with (security_barrier = true) as
select
  f.id,
  f.startup_id,
  coalesce(f.first_name, '') as first_name,
  coalesce(f.last_name, '') as last_name,
  f.job_title,
  f.linkedin_url,
  f.avatar_url,
  s.name as startup_name,
  s.logo_url as startup_logo_url,
  s.slug as startup_slug
from portal.founders f
cross join lateral (
  select * from directory.portfolio where portfolio.id = f.startup_id offset 0
) s
where f.in_public_directory
  and s.is_active
  and s.slug is not null
  and s.name is not null
order by f.id;
