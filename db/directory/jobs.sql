-- Shows every published, unexpired job at a startup that is active and listed. The status of a job is not trimmed before it is
-- compared, so that the planner can estimate from its statistics how many jobs are published. If the status were trimmed, the
-- planner would expect almost no published jobs. It would then read and sort the whole table for each part of the list that the
-- service reads. In the tables of db/portal/, trimming is not necessary, because a constraint keeps white space out of the
-- status.

create or replace view directory.jobs with (security_barrier = true) as
select
  j.id,
  j.startup_id,
  nullif(btrim(j.title, spaces.characters), '') as title,
  j.job_type,
  j.role_category,
  j.work_arrangement,
  j.experience_level,
  j.external_url,
  array(select unnest(j.location_regions)) as location_regions,
  array(select unnest(j.location_cities)) as location_cities,
  to_char(j.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as expires_at,
  -- A creation time in the year 10000 or later becomes null, because RFC 3339 cannot represent those years. The service leaves
  -- out a job without a creation time.
  case
    when j.created_at < '10000-01-01T00:00:00Z'
    then to_char(j.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  end as created_at,
  s.name as startup_name,
  s.logo_url as startup_logo_url,
  s.blurb as startup_blurb,
  s.industry as startup_industry,
  s.team_size as startup_team_size,
  s.product_stage as startup_product_stage
from portal.jobs j
cross join directory.white_space spaces
cross join lateral (
  select * from directory.portfolio where portfolio.id = j.startup_id offset 0
) s
where j.status = 'published'
  and (j.expires_at is null or j.expires_at > now())
  and s.is_active
  and s.slug is not null
  and s.name is not null
order by j.id;
