-- Every startup with an active enrollment, and every graduated alumnus (interface, sections 2.1 and 2.2).

create or replace view directory.startups with (security_barrier = true) as
select
  s.id,
  btrim(s.slug, E' \t\r\n') as slug,
  btrim(s.name, E' \t\r\n') as name,
  array(select tag from unnest(s.industry) as tag where tag <> '') as industry,
  to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  -- Counted in the view of the jobs, so that the number and the list cannot disagree.
  (select count(*)::integer from directory.jobs j where j.startup_id = s.id) as open_jobs_count,
  -- json, not jsonb: jsonb would put the fields into an order of its own.
  (
    select
      coalesce(
        json_agg(
          json_build_object(
            'status', e.status,
            'graduated', e.graduated,
            'accepted_date', e.accepted_date,
            'ended_date', case when isfinite(e.ended_date) then e.ended_date end,
            'program_name', btrim(p.name, E' \t\r\n'),
            'cohort_name', btrim(c.name, E' \t\r\n')
          )
          order by e.accepted_date, e.id
        ),
        '[]'
      )
    from portal.enrollments e
    join portal.cohorts c on c.id = e.cohort_id
    join portal.programs p on p.id = c.program_id
    where e.startup_id = s.id
  ) as enrollments,
  nullif(btrim(s.blurb, E' \t\r\n'), '') as blurb,
  nullif(btrim(s.description, E' \t\r\n'), '') as description,
  nullif(btrim(s.logo_url, E' \t\r\n'), '') as logo_url,
  nullif(btrim(s.website_url, E' \t\r\n'), '') as website_url,
  nullif(btrim(s.linkedin_url, E' \t\r\n'), '') as linkedin_url
from portal.startups s
where exists (
  select from portal.enrollments e where e.startup_id = s.id and (e.status = 'active' or e.graduated) offset 0
)
order by s.id;
