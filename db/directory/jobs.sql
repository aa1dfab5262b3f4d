-- Every published, unexpired job at an active startup (interface, section 2.4).

create or replace view directory.jobs with (security_barrier = true) as
select
  j.id,
  j.startup_id,
  btrim(j.title, E' \t\r\n') as title,
  nullif(btrim(j.job_type, E' \t\r\n'), '') as job_type,
  nullif(btrim(j.role_category, E' \t\r\n'), '') as role_category,
  nullif(btrim(j.work_arrangement, E' \t\r\n'), '') as work_arrangement,
  nullif(btrim(j.experience_level, E' \t\r\n'), '') as experience_level,
  nullif(btrim(j.external_url, E' \t\r\n'), '') as external_url,
  array(select region from unnest(j.location_regions) as region where region <> '') as location_regions,
  array(select city from unnest(j.location_cities) as city where city <> '') as location_cities,
  to_char(j.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as expires_at,
  to_char(j.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  nullif(btrim(s.name, E' \t\r\n'), '') as startup_name,
  nullif(btrim(s.logo_url, E' \t\r\n'), '') as startup_logo_url,
  nullif(btrim(s.blurb, E' \t\r\n'), '') as startup_blurb,
  array(select tag from unnest(s.industry) as tag where tag <> '') as startup_industry,
  s.team_size as startup_team_size,
  nullif(btrim(s.product_stage, E' \t\r\n'), '') as startup_product_stage
from portal.jobs j
cross join lateral (
  select *
  from portal.startups
  where startups.id = j.startup_id
  offset 0
) s
where j.status = 'published'
  and (j.expires_at is null or j.expires_at > now())
  and exists (select from portal.enrollments e where e.startup_id = j.startup_id and e.status = 'active' offset 0)
order by j.id;
