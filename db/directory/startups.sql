-- Shows every startup in the portfolio with its enrollments.

create or replace view directory.startups with (security_barrier = true) as
select
  s.id,
  s.slug,
  s.name,
  s.industry,
  to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  -- Counts only jobs with a title and a creation time, because the service leaves out all other jobs. So the number matches the
  -- list of jobs.
  (
    select count(*)::integer
    from directory.jobs j
    where j.startup_id = s.id and j.title is not null and j.created_at is not null
  ) as open_jobs_count,
  -- This uses json, because jsonb would change the order of the fields.
  (
    select
      coalesce(
        json_agg(
          json_build_object(
            'status', e.status,
            'graduated', coalesce(e.graduated, false),
            'accepted_date', case when isfinite(e.accepted_date) then e.accepted_date end,
            'ended_date', case when isfinite(e.ended_date) then e.ended_date end,
            'program_name', c.program_name,
            'cohort_name', c.name
          )
          order by e.accepted_date, e.id
        ),
        '[]'
      )
    from portal.enrollments e
    left join lateral (
      select name, (select name from portal.programs where programs.id = cohorts.program_id) as program_name
      from portal.cohorts
      where cohorts.id = e.cohort_id
      offset 0
    ) c on true
    where e.startup_id = s.id
  ) as enrollments,
  s.blurb,
  s.description,
  s.logo_url,
  s.website_url,
  s.linkedin_url
from directory.portfolio s
order by s.id;
